// Writes the chunks of a build as CommonJS, which src/loading runs from code that V8 compiled before, and for each entry
// the module that loads it. Bindings stay constants of their chunk, as fast as imported ones: chunks have no cycles, and
// nothing exported changes once it is loaded.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { init, parse } from "es-module-lexer";

const STATIC = -1;
const META = -2;
const IMPORT_META = 'const $importMeta={url:require("node:url").pathToFileURL(__filename).href};';
// Packages may be modules of the newer kind: the loader imports them, or Node where it loads the chunk itself.
const LATER =
  'const $later=async name=>name.startsWith(".")?require(name):module.import?module.import(name):import(name);';

export async function writeChunks(outputs, entries) {
  await init;
  const chunks = new Map(outputs.filter(({ path }) => path.endsWith(".cjs")).map(({ path, text }) => [path, text]));
  const build = createHash("sha256")
    .update([...chunks.values()].join(""))
    .digest("hex")
    .slice(0, 12);
  for (const { path, text } of outputs) {
    mkdirSync(dirname(path), { recursive: true });
    // What is put before a chunk is one line.
    if (path.endsWith(".map")) writeFileSync(path, text.replace('"mappings": "', '"mappings": ";'));
    else writeFileSync(path, asCommonJs(text));
  }
  for (const entry of entries) {
    const path = join("dist", `${entry}.js`);
    const exported = parse(chunks.get(join(process.cwd(), "dist", `${entry}.cjs`)))[1].map(({ n }) => n);
    writeFileSync(path, moduleOf(path, build, entry, exported));
  }
}

function moduleOf(path, build, entry, exported) {
  const loader = relative(dirname(path), "dist/loading/load-entry.js");
  const keeps = entry === "server/main" ? ",true" : "";
  return [
    `import{loadEntry}from"${loader.startsWith(".") ? loader : `./${loader}`}";`,
    `const entry=loadEntry(import.meta.url,"${build}"${keeps});`,
    ...exported.map((name) => `export const ${name}=entry.${name};`),
    "",
  ].join("\n");
}

/** Places in the lines of a chunk stay: what goes leaves spaces, and what comes in its place has its length. */
function asCommonJs(text) {
  const [imports] = parse(text);
  let before = '"use strict";';
  let body = "";
  let at = 0;
  for (const { ss, se, d, n: name } of imports) {
    const statement = text.slice(ss, se);
    body += text.slice(at, ss);
    at = se;
    if (d === STATIC) {
      before += asRequire(statement, name);
      const end = text[se] === ";" ? se + 1 : se;
      body += " ".repeat(end - ss);
      at = end;
    } else if (d === META) body += "$importMeta";
    else if (name !== undefined) body += statement.replace(/^import\(/, "$later(");
    else body += statement;
  }
  body += text.slice(at);
  if (body.includes("$importMeta")) before += IMPORT_META;
  if (body.includes("$later")) before += LATER;
  return `${before}\n${asExports(body)}`;
}

/** `import a,{b as c}from"name"` as constants; a default is all that the module is, as Node has it. */
function asRequire(statement, name) {
  const [, bindings = ""] = /^import\s*(.*?)\s*(?:from\s*)?"[^"]*"$/s.exec(statement) ?? [];
  const module = `require(${JSON.stringify(name)})`;
  if (bindings === "") return `${module};`;
  const [, whole, named] = /^(?:\*\s*as\s+)?([\w$]+)?\s*,?\s*(\{.*\})?$/s.exec(bindings) ?? [];
  if (whole === undefined && named === undefined) throw new Error(`what does this import? ${statement}`);
  const constants = [whole, named?.replaceAll(/\s+as\s+/g, ":")].filter((pattern) => pattern !== undefined);
  return `const ${constants.map((pattern) => `${pattern}=${module}`).join(",")};`;
}

/** The one `export{…}` at the end of a bundle. */
function asExports(body) {
  return body.replace(/export\{([^{}]*)\};?(?=\s*(?:\/\/# sourceMappingURL=\S*\s*)?$)/, (_, names) =>
    names
      .split(",")
      .map((each) => each.trim().split(/\s+as\s+/))
      .map(([name, exported = name]) => `exports.${exported}=${name};`)
      .join(""),
  );
}
