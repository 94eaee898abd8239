/** Locates files of the package itself, whether the calling code runs from `src` or from a bundle in `dist`. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

let root: string | undefined;

/** The full path of a file by its path in the package (`spec/cat-columns.json`). */
export function packageFile(path: string): string {
  root ??= rootAbove(dirname(fileURLToPath(import.meta.url)));
  return join(root, path);
}

function rootAbove(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "package.json"))) return at;
    if (dirname(at) === at) throw new Error(`no package.json stands above [${folder}]: the package is not whole`);
  }
}
