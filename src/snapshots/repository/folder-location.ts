/** Where the folder of a repository may be: within the folders that the operator opened for repositories. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";

/** The full path; undefined when it lies outside, also by way of links. */
export function folderWithin(folders: readonly string[], location: string): string | undefined {
  for (const folder of folders) {
    const root = resolve(folder);
    const full = resolve(root, location);
    if (isWithin(root, full)) return isWithin(real(root), real(full)) ? full : undefined;
  }
  return undefined;
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path without links, as far as it is there. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : resolve(real(parent), relative(parent, path));
}
