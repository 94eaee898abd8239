/** Dictionaries of Hunspell from the bytes of their files. */
import { ownOf } from "../../../core/names.ts";
import { type HunspellDictionary, readHunspell } from "./hunspell-dictionary.ts";

/** Names of encodings that only Hunspell uses. */
const OWN_NAMES: Readonly<Record<string, string>> = { "microsoft-cp1251": "windows-1251", "tis620-2533": "tis-620" };

/** A dictionary with what it was made of. */
interface KnownDictionary {
  readonly files: readonly Uint8Array[];
  readonly ignoreCase: boolean;
  readonly dictionary: HunspellDictionary;
}

/** Dictionaries are large and analyzers of many indices use the same: those that anyone on this thread holds. */
const known: WeakRef<KnownDictionary>[] = [];

/** The dictionary of a file of affixes and those of words. Whoever uses it holds the whole answer. */
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
 * The encoding that the line `SET` names; Latin-1 without one (Lucene's Dictionary.DEFAULT_CHARSET). Throws a
 * RangeError for an unknown one.
 */
function encodingOf(affixes: Uint8Array): string {
  const [, name = "iso8859-1"] =
    /^(?:\xef\xbb\xbf)?SET[ \t]+(\S+)/m.exec(Buffer.from(affixes).toString("latin1")) ?? [];
  const lower = name.toLowerCase();
  return ownOf(OWN_NAMES, lower) ?? lower.replace(/^iso8859-/, "iso-8859-");
}
