import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { yaml } from "../../core/rare-packages.ts";
import type { Token } from "../analyzer.ts";
import type { TokenFilterKind } from "../component.ts";
import type { ComponentParameters } from "../component-parameters.ts";
import { hunspellOf } from "../languages/hunspell/hunspell-files.ts";
import { hunspellStems } from "../languages/hunspell/hunspell-stems.ts";

/** Words whose stems are cached. */
const REMEMBERED_WORDS = 4096;

/**
 * The dictionary of a locale: one affix file and the word files in `hunspell/<locale>` below the configuration folder.
 */
function dictionaryOf(locale: string, parameters: ComponentParameters): ReturnType<typeof hunspellOf> {
  const { surroundings } = parameters;
  const folder = `hunspell/${locale}`;
  // The name becomes part of a path, so it must not lead elsewhere.
  const names = /^[\w-]+$/.test(locale) ? surroundings.fileNames(folder) : [];
  if (names.length === 0) throw unusable(locale, `Could not find hunspell dictionary [${locale}]`);
  const affixes = names.filter((name) => name.endsWith(".aff"));
  if (affixes.length === 0) throw unusable(locale, `Missing affix file for hunspell dictionary [${locale}]`);
  if (affixes.length > 1) throw unusable(locale, `Too many affix files exist for hunspell dictionary [${locale}]`);
  const read = (name: string): Uint8Array => surroundings.readBytes("locale", `${folder}/${name}`);
  const words = names.filter((name) => name.endsWith(".dic")).map(read);
  const settings = ["settings.yml", "settings.json"].find((name) => names.includes(name));
  try {
    return hunspellOf(read(affixes[0]!), words, settings !== undefined && ignoresCase(read(settings)));
  } catch (error) {
    throw unusable(
      locale,
      `Could not load hunspell dictionary [${locale}]: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The only dictionary setting that has an effect: `ignore_case`. JSON is YAML. */
function ignoresCase(settings: Uint8Array): boolean {
  const parsed: unknown = yaml().parse(Buffer.from(settings).toString("utf8"));
  const value =
    typeof parsed === "object" && parsed !== null && "ignore_case" in parsed ? parsed.ignore_case : undefined;
  return value === true || value === "true";
}

function unusable(locale: string, reason: string): RequestError {
  const cause = new RequestError(500, "exception", reason);
  return new RequestError(
    400,
    "illegal_argument_exception",
    `failed to load hunspell dictionary for locale: ${locale}`,
    { cause },
  );
}

/** Lucene's HunspellStemFilter: every stem at the position of the word; unknown words are unchanged. */
export const hunspell: TokenFilterKind = {
  name: "hunspell",
  summary: "Stems by a dictionary of Hunspell from the folder of the configuration.",
  byName: false,
  create(parameters) {
    const locale = parameters.string("locale") ?? parameters.string("language") ?? parameters.string("lang");
    if (locale === undefined)
      throw illegalArgument("missing [locale | language | lang] configuration for hunspell token filter");
    const held = dictionaryOf(locale, parameters);
    const unique = parameters.boolean("dedup", true);
    const longestOnly = parameters.boolean("longest_only", false);
    const known = new Map<string, readonly string[]>();
    const stemsOf = (word: string): readonly string[] => {
      const found = known.get(word);
      if (found !== undefined) return found;
      const all = hunspellStems(word, held.dictionary);
      const stems = unique ? [...new Set(all)] : all;
      const kept = longestOnly ? longestOf(stems) : stems;
      if (known.size >= REMEMBERED_WORDS) known.clear();
      known.set(word, kept);
      return kept;
    };
    return {
      filter(list) {
        const tokens: Token[] = [];
        for (const token of list.tokens) {
          const stems = token.keyword ? [] : stemsOf(token.text);
          if (stems.length === 0) tokens.push(token);
          for (const text of stems) tokens.push({ ...token, text });
        }
        return { ...list, tokens };
      },
    };
  },
};

/** The longest stem; of equal lengths the last in order. */
function longestOf(stems: readonly string[]): readonly string[] {
  const most = Math.max(...stems.map(({ length }) => length));
  return stems
    .filter(({ length }) => length === most)
    .sort()
    .slice(-1);
}
