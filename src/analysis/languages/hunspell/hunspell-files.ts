/** Builds Hunspell dictionaries from the bytes of their files. */
import { ownOf } from "../../../core/names.ts";
import { type HunspellDictionary, readHunspell } from "./hunspell-dictionary.ts";

/** Encoding names specific to Hunspell. */
const OWN_NAMES: Readonly<Record<string, string>> = { "microsoft-cp1251": "windows-1251", "tis620-2533": "tis-620" };

/** A dictionary with the bytes it was built from. */
interface KnownDictionary {
  readonly files: readonly Uint8Array[];
  readonly ignoreCase: boolean;
  readonly dictionary: HunspellDictionary;
}

/** Cache of the dictionaries held on this thread: they are large, and analyzers of many indices share them. */
const known: WeakRef<KnownDictionary>[] = [];

/** The dictionary for an affix file and word files. Callers must hold the whole result. */
export function hunspellOf(affixes: Uint8Array, words: readonly Uint8Array[], ignoreCase: boolean): KnownDictionary {
  const files = [affixes, ...words];
  for (let at = known.length - 1; at >= 0; at--) {
    const found = known[at]!.deref();
    if (!found) known.splice(at, 1);
    else if (
      found.ignoreCase === ignoreCase &&
      found.files.length === files.length &&
      found.files.every((file, place) => Buffer.compare(file, files[place]!) === 0)
    )
      return found;
  }
  const decoder = new TextDecoder(encodingOf(affixes));
  const made = {
    files,
    ignoreCase,
    dictionary: readHunspell(
      decoder.decode(affixes),
      words.map((file) => decoder.decode(file)),
      ignoreCase,
    ),
  };
  known.push(new WeakRef(made));
  return made;
}

/**
 * The encoding in the `SET` line; Latin-1 by default (Lucene's Dictionary.DEFAULT_CHARSET). Throws a RangeError for an
 * unknown one.
 */
function encodingOf(affixes: Uint8Array): string {
  const [, name = "iso8859-1"] =
    /^(?:\xef\xbb\xbf)?SET[ \t]+(\S+)/m.exec(Buffer.from(affixes).toString("latin1")) ?? [];
  const lower = name.toLowerCase();
  return ownOf(OWN_NAMES, lower) ?? lower.replace(/^iso8859-/, "iso-8859-");
}
