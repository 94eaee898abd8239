// A module of the sources for scripts, bundled by itself: dist/ holds the entries of the product alone.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** `path` is below src (`api/operations.ts`). */
export async function loadSource(path) {
  const outfile = join(root, "node_modules/.cache/wardex-sources", `${path.replace(/\.ts$/, "")}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, "src", path)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
