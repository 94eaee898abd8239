/** The settings of one highlighted field, with defaults applied. */
import { ownOf } from "../../core/names.ts";
import type { HighlightOptions } from "./highlight-options.ts";

/** Settings of the highlighters. */
export interface FieldSettings {
  readonly preTag: string;
  readonly postTag: string;
  /** All of them: `fvh` takes turns. */
  readonly preTags: readonly string[];
  readonly postTags: readonly string[];
  readonly fragmentSize: number;
  /** 0: the whole field. */
  readonly numberOfFragments: number;
  readonly noMatchSize: number;
  readonly order: "none" | "score";
  readonly requireFieldMatch: boolean;
  readonly type: string;
  readonly fragmenter: string;
  readonly boundaryScanner: string;
  readonly locale: string | undefined;
  readonly maxAnalyzedOffset: number | undefined;
  readonly boundaryChars: string;
  readonly boundaryMaxScan: number;
  /** Least characters before a match; undefined: the highlighter's own. */
  readonly fragmentOffset: number | undefined;
  /** Matches that are looked at. */
  readonly phraseLimit: number;
  readonly encode: (text: string) => string;
}

/** The settings of a field. */
export function fieldSettings(options: HighlightOptions, encoder: string): FieldSettings {
  const { type = "unified", preTags = ["<em>"], postTags = ["</em>"] } = options;
  return {
    preTag: preTags[0] ?? "",
    postTag: postTags[0] ?? "",
    preTags,
    postTags,
    fragmentSize: options.fragmentSize ?? 100,
    numberOfFragments: options.numberOfFragments ?? 5,
    noMatchSize: options.noMatchSize ?? 0,
    order: options.order === "score" ? "score" : "none",
    requireFieldMatch: options.requireFieldMatch ?? true,
    type,
    fragmenter: options.fragmenter ?? "span",
    boundaryScanner: options.boundaryScanner ?? (type === "fvh" ? "CHARS" : "SENTENCE"),
    locale: knownLocale(options.locale),
    maxAnalyzedOffset: options.maxAnalyzedOffset,
    boundaryChars: options.boundaryChars ?? ".,!? \t\n",
    boundaryMaxScan: options.boundaryMaxScan ?? 20,
    fragmentOffset: options.fragmentOffset,
    phraseLimit: options.phraseLimit ?? 256,
    encode: encoder === "html" ? encodeHtml : (text) => text,
  };
}

function knownLocale(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  try {
    return Intl.Segmenter.supportedLocalesOf(locale.replaceAll("_", "-"))[0];
  } catch {
    return undefined; // Java accepts any text as a locale, and falls back to the root locale.
  }
}

const HTML: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#x27;",
  "/": "&#x2F;",
};

/** Lucene's SimpleHTMLEncoder. */
function encodeHtml(text: string): string {
  return text.replaceAll(/["&<>'/]/g, (character) => ownOf(HTML, character) ?? character);
}
