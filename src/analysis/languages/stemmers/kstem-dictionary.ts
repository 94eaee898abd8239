/** The words that KStem knows. */
import { readFileSync } from "node:fs";
import { packageFile } from "../../../core/package-files.ts";

/** A known word: its stem if that is another word; exceptions are not taken for a stem with `e` put back. */
export interface KstemEntry {
  readonly root: string | undefined;
  readonly exception: boolean;
}

let dictionary: ReadonlyMap<string, KstemEntry> | undefined;

/** Reads the words when the first text is stemmed: 28,000, in some 10 ms. */
export function kstemDictionary(): ReadonlyMap<string, KstemEntry> {
  dictionary ??= read();
  return dictionary;
}

function read(): ReadonlyMap<string, KstemEntry> {
  const entries = new Map<string, KstemEntry>();
  const own: KstemEntry = { root: undefined, exception: false };
  const lines = readFileSync(packageFile("spec/kstem-words.txt"), "utf8").split("\n");
  for (const line of lines) {
    if (line.startsWith("#")) continue;
    for (const word of line.split(" ")) {
      if (word.startsWith("!")) {
        entries.set(word.slice(1), { root: word.slice(1), exception: true });
        continue;
      }
      const [known, root] = word.split(">");
      if (known !== "" && known !== undefined)
        entries.set(known, root === undefined ? own : { root, exception: false });
    }
  }
  return entries;
}
