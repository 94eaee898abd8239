/**
 * Compares analyzers, stemmers and normalizations of languages with a real server: set WARDEX_ANALYSIS_ORACLE to the
 * address of an OpenSearch.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Token } from "../analyzer.ts";
import { builtInAnalysis } from "../analyzers-of.ts";
import { declaration, declarations, names } from "../../testing/analysis/language-texts.ts";

const oracle = process.env["WARDEX_ANALYSIS_ORACLE"];
const index = "wardex-languages-oracle";

/** Analyzers, and the languages of the texts for each. */
const languageOf: Readonly<Record<string, string>> = {
  arabic: "ar",
  armenian: "hy",
  basque: "eu",
  bengali: "bn",
  brazilian: "pt-BR",
  bulgarian: "bg",
  catalan: "ca",
  chinese: "zh",
  cjk: "ja",
  czech: "cs",
  danish: "da",
  dutch: "nl",
  english: "en",
  estonian: "et",
  finnish: "fi",
  french: "fr",
  galician: "gl",
  german: "de",
  greek: "el",
  hindi: "hi",
  hungarian: "hu",
  indonesian: "id",
  irish: "ga",
  italian: "it",
  latvian: "lv",
  lithuanian: "lt",
  norwegian: "nb",
  persian: "fa",
  portuguese: "pt",
  romanian: "ro",
  russian: "ru",
  snowball: "en",
  sorani: "ckb",
  spanish: "es",
  swedish: "sv",
  thai: "th",
  turkish: "tr",
};

/** Filters after the standard tokenizer and lower case, with their languages. */
const filters: readonly (readonly [filter: Readonly<Record<string, string>>, language: string])[] = [
  ...(
    "light_english:en minimal_english:en possessive_english:en porter2:en light_finnish:fi light_french:fr minimal_french:fr french:fr " +
    "galician:gl minimal_galician:gl light_german:de minimal_german:de light_hungarian:hu light_italian:it italian:it light_norwegian:nb " +
    "minimal_norwegian:nb light_nynorsk:nn minimal_nynorsk:nn light_portuguese:pt minimal_portuguese:pt portuguese:pt portuguese_rslp:pt " +
    "light_russian:ru russian:ru light_spanish:es spanish:es light_swedish:sv nepali:ne tamil:ta serbian:sr persian:fa"
  )
    .split(" ")
    .map((pair) => {
      const [language, texts] = pair.split(":");
      return [{ type: "stemmer", language: language! }, texts!] as const;
    }),
  ...(
    "arabic_normalization:ar bengali_normalization:bn german_normalization:de german_stem:de hindi_normalization:hi indic_normalization:ml " +
    "persian_normalization:fa scandinavian_folding:da scandinavian_normalization:sv serbian_normalization:sr sorani_normalization:ckb cjk_width:ja"
  )
    .split(" ")
    .map((pair) => {
      const [type, texts] = pair.split(":");
      return [{ type: type! }, texts!] as const;
    }),
];

/**
 * Where the server is newer than Elasticsearch 8.19 (Lucene 10.5, not 9.12) or has another dictionary: the share of
 * texts that may differ. Ours were compared with Lucene 9.12 itself (recorded-tokens-testing.ts has samples).
 */
const reasons: Readonly<Record<string, readonly [share: number, reason: string]>> = {
  estonian: [0.2, "Lucene 10 has a newer Estonian stemmer"],
  persian: [0.9, "Lucene 10 stems in its Persian analyzer"],
  romanian: [0.9, "Lucene 10 has a newer Romanian stemmer and puts comma letters for those with cedilla"],
  swedish: [0.05, "Lucene 10 has a newer Swedish stemmer and another list of stop words"],
  snowball: [0.05, "Lucene 10 has a newer English stemmer"],
  "stemmer porter2": [0.05, "Lucene 10 has a newer English stemmer"],
  thai: [0.7, "the JDK has another dictionary of Thai words than ICU"],
};

interface TheirToken {
  readonly token: string;
  readonly start_offset: number;
  readonly end_offset: number;
  readonly type: string;
  readonly position: number;
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const init = {
    method,
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  return (await fetch(`${oracle}/${path}`, init)).json();
}

/** Tokens as text, offsets within their own text, type, and position relative to the first token. */
function lineOf(tokens: readonly Token[]): string {
  const first = tokens[0]?.position ?? 0;
  return tokens
    .map((token) => `${token.text} ${token.startOffset}-${token.endOffset} ${token.position - first} ${token.type}`)
    .join(" | ");
}

/** The server's tokens per text, separated by offsets: those of a text start one after the end of the previous text. */
async function theirs(request: object, texts: readonly string[]): Promise<string[]> {
  const answer = (await ask("POST", `${index}/_analyze`, { ...request, text: texts })) as { tokens?: TheirToken[] };
  if (!answer.tokens) throw new Error(JSON.stringify(answer));
  const lines: string[] = [];
  let at = 0;
  let offset = 0;
  for (const text of texts) {
    const tokens: Token[] = [];
    while (at < answer.tokens.length && answer.tokens[at]!.start_offset < offset + text.length) {
      const { token, start_offset, end_offset, type, position } = answer.tokens[at++]!;
      tokens.push({
        text: token,
        position,
        startOffset: start_offset - offset,
        endOffset: end_offset - offset,
        positionLength: 1,
        type,
      });
    }
    lines.push(lineOf(tokens));
    offset += text.length + 1;
  }
  return lines;
}

/** Texts per request. */
const CHUNK = 400;
const counted = { pairs: 0, different: 0 };

/** Compares every text; returns those that differ. */
async function differences(
  title: string,
  request: object,
  analyze: (text: string) => readonly Token[],
  texts: readonly string[],
): Promise<string[]> {
  const different: string[] = [];
  for (let from = 0; from < texts.length; from += CHUNK) {
    const chunk = texts.slice(from, from + CHUNK);
    const expected = await theirs(request, chunk);
    for (const [number, text] of chunk.entries()) {
      const ours = lineOf(analyze(text));
      if (ours !== expected[number]) different.push(`${text}\n  ours   ${ours}\n  theirs ${expected[number]}`);
    }
  }
  counted.pairs += texts.length;
  counted.different += different.length;
  if (different.length > 0)
    console.log(`${title}: ${different.length} of ${texts.length} differ: ${reasons[title]?.[1] ?? "unknown why"}`);
  return different;
}

function check(title: string, different: readonly string[], count: number): void {
  const [share] = reasons[title] ?? [0];
  if (different.length > count * share) expect(different.slice(0, 3).join("\n")).toBe("");
}

describe.skipIf(!oracle)("languages, compared with a real server", () => {
  let common: readonly string[] = [];
  beforeAll(async () => {
    common = declarations();
    await ask("DELETE", index);
    await ask("PUT", index, { settings: { "index.analyze.max_token_count": "10000000", number_of_replicas: "0" } });
  });
  afterAll(() => ask("DELETE", index));

  test.each(Object.entries(languageOf))(
    "analyzer %s",
    async (name, language) => {
      const texts = [...new Set([...declaration(language), ...names(language), ...declaration("en"), ...common])];
      const analyzer = builtInAnalysis.analyzer(name)!;
      check(name, await differences(name, { analyzer: name }, (text) => analyzer.tokens(text), texts), texts.length);
    },
    300_000,
  );

  test.each(filters.map(([filter, language]) => [Object.values(filter).join(" "), filter, language] as const))(
    "filter %s",
    async (title, filter, language) => {
      const texts = [...new Set([...declaration(language), ...names(language), ...common.slice(0, 200)])];
      const chain = builtInAnalysis.chain({
        charFilters: [],
        tokenizer: "standard",
        tokenFilters: ["lowercase", filter],
      });
      const request = { tokenizer: "standard", filter: ["lowercase", filter] };
      check(title, await differences(title, request, (text) => chain.tokens(text), texts), texts.length);
    },
    300_000,
  );

  test("compared enough", () => {
    console.log(`${counted.pairs} pairs compared, ${counted.different} differ`);
    expect(counted.pairs).toBeGreaterThan(200_000);
  });
});
