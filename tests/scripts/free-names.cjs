// Reads [[script, …], …] and prints, for each list, the names that its scripts use and do not declare.
// Node brings the parser with it, but shows it only with --expose-internals.
"use strict";

const { parse } = require("internal/deps/acorn/acorn/dist/acorn");
const { readFileSync } = require("node:fs");

/** @param {string} source */
function freeNames(source) {
  const used = new Set();
  const own = new Set();
  const declare = (/** @type {any} */ pattern) => {
    if (!pattern) return;
    if (pattern.type === "Identifier") own.add(pattern.name);
    else if (pattern.type === "ObjectPattern")
      pattern.properties.forEach((/** @type {any} */ each) => declare(each.value ?? each.argument));
    else if (pattern.type === "ArrayPattern") pattern.elements.forEach(declare);
    else if (pattern.type === "RestElement") declare(pattern.argument);
    else if (pattern.type === "AssignmentPattern") {
      declare(pattern.left);
      walk(pattern.right);
    }
  };
  const walk = (/** @type {any} */ node) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) node.forEach(walk);
    else if (node.type === "Identifier") used.add(node.name);
    else if (node.type === "MemberExpression") walk([node.object, node.computed && node.property]);
    else if (["Property", "MethodDefinition", "PropertyDefinition"].includes(node.type))
      walk([node.computed && node.key, node.value]);
    else if (node.type === "VariableDeclarator" || node.type === "CatchClause") {
      declare(node.id ?? node.param);
      walk([node.init, node.body]);
    } else if (/Function|Class(Declaration|Expression)/.test(node.type)) {
      declare(node.id);
      node.params?.forEach(declare);
      walk([node.superClass, node.body]);
    } else Object.values(node).forEach(walk);
  };
  walk(parse(source, { ecmaVersion: "latest" }).body);
  return [...used].filter((name) => !own.has(name));
}

const lists = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(lists.map((/** @type {string[]} */ scripts) => freeNames(scripts.join("\n")))));
