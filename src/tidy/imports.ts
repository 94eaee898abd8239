/** Finds the import edges of a source tree, as the formatter writes them. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** One import or re-export, type-only ones included. Paths are relative to the root, `/` separated. */
export interface ImportEdge {
  readonly from: string;
  /** File inside the tree, or undefined for packages and built-in modules. */
  readonly to: string | undefined;
  readonly specifier: string;
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?["']([^"']+)["']/g;
const TYPE_IMPORT = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** All TypeScript files below `root`. */
export function sourceFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
}

/** Import edges of one file's text. */
export function importEdges(root: string, file: string, text = readFileSync(join(root, file), "utf8")): ImportEdge[] {
  const specifiers = [...text.matchAll(IMPORT), ...text.matchAll(TYPE_IMPORT)].map((match) => match[1] ?? "");
  return specifiers.map((specifier) => ({
    from: file,
    to: specifier.startsWith(".")
      ? relative(root, join(root, dirname(file), specifier)).replaceAll("\\", "/")
      : undefined,
    specifier,
  }));
}

/** The folder directly below the root. */
export function layerOf(file: string): string {
  return file.split("/")[0] ?? "";
}

/** Whether only test runs load a file. */
export function isTestFile(file: string): boolean {
  return /\.(test|contract|bench)\.ts$/.test(file) || file.startsWith("testing/") || file.startsWith("tidy/");
}
