"""Bundle the JavaScript libraries that the build runs: ``make bundles``, which needs npm.

UnoCSS, with a list of the classes of Tailwind CSS, and Temml. The same versions give the same
files.
"""

import gzip
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

PACKAGE = Path(__file__).parents[2] / "sphinx_sitejson"
UTILITIES = PACKAGE / "appearance" / "utilities"
FORMULAS = PACKAGE / "parsers" / "temml"
UNOCSS, TAILWIND, TEMML, ESBUILD = "66.12.0", "3.4.19", "0.13.5", "0.28.2"
PACKAGES = (
    f"@unocss/core@{UNOCSS}",
    f"@unocss/preset-wind3@{UNOCSS}",
    f"tailwindcss@{TAILWIND}",
    f"temml@{TEMML}",
    f"esbuild@{ESBUILD}",
)

_ENTRY = """
import { createGenerator, e } from "@unocss/core";
import { presetWind3, theme } from "@unocss/preset-wind3";
globalThis.unocss = { createGenerator, escapeClass: e, presetWind3, theme };
"""

# Each row is a class without a value, or the part before the value, the number of its list of
# values, and flags: "-" for negative values, "c" for colors, which take an opacity, and "m" for
# sizes of text, which take a line height. Rows and variants are in the order of their rules.
_NAMES = """
const { createContext } = require("tailwindcss/lib/lib/setupContextUtils.js");
const resolve = require("tailwindcss/resolveConfig");
const context = createContext(resolve({ content: [], corePlugins: { preflight: false } }));
const lists = new Map();
const numberOf = (values) => {
  const key = JSON.stringify(values);
  if (!lists.has(key)) lists.set(key, lists.size);
  return lists.get(key);
};
const rows = [];
for (const [root, rules] of context.candidateRuleMap)
  for (const [{ sort, options }] of rules) {
    // The base styles, which belong to no class; the key is an object.
    if (String(root) === "*") continue;
    const types = options?.types?.map(({ type }) => type);
    const flags = [
      options?.supportsNegativeValues && "-",
      types?.includes("color") && "c",
      options?.modifiers && "m",
    ];
    const values = () => numberOf(Object.keys(options.values ?? {}));
    rows.push([sort, types ? [root, values(), flags.filter(Boolean).join("")] : root]);
  }
rows.sort(([one], [other]) => Number(context.offsets.compare(one, other)));
const unique = (texts) => [...new Set(texts)].map((text) => JSON.parse(text));
const names = unique(rows.map(([, row]) => JSON.stringify(row)));
const variants = [...context.variantMap.keys()];
console.log(JSON.stringify({ variants, names, values: unique(lists.keys()) }));
"""


def main() -> None:
    """Write the bundles and the list of names."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        options = ("--no-audit", "--no-fund", "--silent", "--prefix", name)
        subprocess.run(["npm", "install", *options, *PACKAGES], check=True)
        (folder / "entry.mjs").write_text(_ENTRY, encoding="utf-8")
        (folder / "names.cjs").write_text(_NAMES, encoding="utf-8")
        esbuild = ["node_modules/.bin/esbuild", "entry.mjs", "--bundle", "--minify"]
        bundle = _output(folder, *esbuild, "--format=iife", "--target=es2022")
        names = json.loads(_output(folder, "node", "names.cjs"))
        temml = (folder / "node_modules/temml/dist/temml.min.js").read_bytes()
    _write(UTILITIES / "unocss.js.gz", f"UnoCSS {UNOCSS}, https://unocss.dev", bundle)
    _write(FORMULAS / "temml.js.gz", f"Temml {TEMML}, https://temml.org", temml)
    versions = {"tailwindcss": TAILWIND, "unocss": UNOCSS}
    lines = [
        f"{json.dumps(key)}: {json.dumps(value)}" for key, value in {**versions, **names}.items()
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (UTILITIES / "tailwind.json").write_text(text, encoding="utf-8")


def _write(file: Path, name: str, code: bytes) -> None:
    head = f"/* {name}, MIT: see license.txt. */\n".encode()
    file.write_bytes(gzip.compress(head + code, 9, mtime=0))


def _output(folder: Path, *command: str) -> bytes:
    return subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout


if __name__ == "__main__":
    main()
