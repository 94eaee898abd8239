// Builds the web console: the sources in web/ and the lists that it reads, to dist/ui. What is written there is
// compressed; its names hold a hash of what is in them, and manifest.json tells the server their media types.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { consoleLists } from "./console-lists.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
};

/** Answers the sizes of what was written; undefined where a package is missing that only the console needs. */
export async function buildConsole(build, folder = "dist/ui") {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(await consoleLists());
  const { outputFiles, metafile } = await build({
    entryPoints: ["web/main.tsx"],
    outdir: folder,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    define: { LISTS_FILE: JSON.stringify(`operations-${hashOf(text)}.json`) },
    legalComments: "none",
    logLevel: "warning",
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
  files.set(`operations-${hashOf(text)}.json`, Buffer.from(text));
  const html = page(metafile);
  files.set("index.html", Buffer.from(html));
  files.set("unsecured.html", Buffer.from(html.replace("<html", '<html data-security="off"')));
  const sizes = {};
  for (const [name, bytes] of files) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const packed = brotliCompressSync(bytes, { params });
    writeFileSync(join(folder, `${name}.br`), packed);
    sizes[name] = packed.length;
  }
  const types = Object.fromEntries([...files.keys()].map((name) => [name, TYPES[extname(name)]]));
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ files: types }));
  return sizes;
}

function hashOf(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
}

/** The page, with the script and the style that it begins with, and what the script imports at once. */
function page({ outputs }) {
  const [path, entry] = Object.entries(outputs).find(([, output]) => output.entryPoint === "web/main.tsx");
  const asset = (name) => `/ui/a/${basename(name)}`;
  const imported = entry.imports.filter(({ kind }) => kind === "import-statement").map((one) => one.path);
  const links = [
    `<link rel="stylesheet" href="${asset(entry.cssBundle)}">`,
    ...imported.map((one) => `<link rel="modulepreload" href="${asset(one)}">`),
    `<script type="module" src="${asset(path)}"></script>`,
  ];
  return readFileSync("web/index.html", "utf8").replace("<!-- links -->", links.join("\n"));
}
