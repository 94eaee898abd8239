// Writes what is beyond ASCII in regular expressions as escapes, as esbuild does it in strings: a file with one other
// character is kept as two bytes for each of its characters, in each thread that loads it.
import { readFile } from "node:fs/promises";

const BEYOND_ASCII = /[\u0080-\uffff]/g;
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** For esbuild. */
export const latinOnly = {
  name: "latin-only",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replace(BEYOND_ASCII, escaped), loader: "ts" };
    });
  },
};
