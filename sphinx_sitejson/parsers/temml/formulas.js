// What formulas for LaTeX and MathJax have and Temml does not know.

const ENVIRONMENTS = {
  align: "aligned",
  alignat: "alignedat",
  eqnarray: "array",
  flalign: "aligned",
  gather: "gathered",
  multline: "gathered",
  displaymath: "",
  equation: "",
  math: ""
};

const argument = (count, kept) => (context) => {
  const tokens = context.consumeArgs(count);
  return kept ? { tokens: tokens[kept - 1], numArgs: 0 } : "";
};

const MACROS = {
  "·": "\\cdot ",
  "\\*": "*",
  "\\centering": "",
  "\\cases": "\\begin{cases}#1\\end{cases}",
  "\\class": argument(2, 2),
  "\\cssId": argument(2, 2),
  "\\ensuremath": "{#1}",
  "\\hdotsfor": argument(1),
  "\\hfill": "",
  "\\href": argument(2, 2),
  "\\intertext": "\\text{#1}\\\\",
  "\\label": argument(1),
  "\\matrix": "\\begin{matrix}#1\\end{matrix}",
  "\\mbox": "\\text{#1}",
  "\\nicefrac": "{#1}/{#2}",
  "\\null": "",
  "\\pmatrix": "\\begin{pmatrix}#1\\end{pmatrix}",
  "\\require": argument(1),
  "\\sfrac": "{#1}/{#2}",
  "\\shortintertext": "\\text{#1}\\\\",
  "\\strut": "",
  "\\style": argument(2, 2),
  "\\vspace": argument(1)
};

// Returns the MathML of a formula, or the reason why there is none.
function convertFormula(formula, isBlock) {
  const delimited = /^\s*(?:\$\$([^$]*)\$\$|\$([^$]*)\$|\\\[([^]*)\\\]|\\\(([^]*)\\\))\s*$/.exec(formula);
  // Temml refuses an operator as an argument without braces.
  const latex = (delimited?.slice(1).find((inner) => inner !== undefined) ?? formula)
    .replace(/\\mathop\s*(\\[A-Za-z]+)/g, "\\mathop{$1}")
    // Equations are numbered by Sphinx.
    .replace(/\\(begin|end)\s*\{(\w+)\*?\}/g, (found, command, name) => {
      const other = ENVIRONMENTS[name];
      const columns = name === "eqnarray" && command === "begin" ? "{rcl}" : "";
      return other === undefined ? found : other && `\\${command}{${other}}${columns}`;
    });
  try {
    const options = { displayMode: isBlock, throwOnError: true, macros: { ...MACROS } };
    const markup = temml.renderToString(latex, options);
    // The style sheet has these, so that most formulas have no styles of their own.
    return {
      markup: markup.replace(/ style="(?:display:block math;|math-depth:0;|padding-left:0em;padding-right:0em;)"/g, "")
    };
  } catch (error) {
    const reason = error.message.trim().replace(/ at (?:position \d+|end of input): [^]*$/, "");
    return { reason: reason.replace(/^Unsupported function name: (.*)/, 'Unknown LaTeX command "$1"') };
  }
}
