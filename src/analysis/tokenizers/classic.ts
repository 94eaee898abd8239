import { onFirstUse } from "../../core/on-first-use.ts";
import type { Token } from "../analyzer.ts";
import type { TokenizerKind } from "../component.ts";
import { maxTokenLength } from "./standard.ts";

const CJ =
  "\\u3100-\\u312f\\u3040-\\u309f\\u30a0-\\u30ff\\u31f0-\\u31ff\\u3300-\\u337f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff65-\\uff9f";
/**
 * Characters that are never part of a word: Chinese and Japanese ones and, because the grammar is old, everything
 * beyond the BMP.
 */
const NEVER = `${CJ}\\u{10000}-\\u{10ffff}`;
const LETTER = `(?:(?![${NEVER}])\\p{L})`;
const ALPHA = `${LETTER}+`;
/**
 * A single class instead of alternatives: a Thai letter that matches both would be tried both ways, with exponential
 * backtracking.
 */
const ALPHANUM = `(?:(?![${NEVER}])[\\p{L}\\u0e00-\\u0e59\\p{Nd}])+`;
const HAS_DIGIT = `(?=${LETTER}*(?![${NEVER}])\\p{Nd})(?:(?![${NEVER}])[\\p{L}\\p{Nd}])+`;
const P = "[_\\-/.,]";

/** The grammar of Lucene's ClassicTokenizer in the order of its rules: type and pattern. */
const rules = onFirstUse((): readonly (readonly [string, RegExp])[] =>
  (
    [
      ["<ALPHANUM>", ALPHANUM],
      ["<APOSTROPHE>", `${ALPHA}(?:'${ALPHA})+`],
      ["<ACRONYM>", `${LETTER}\\.(?:${LETTER}\\.)+`],
      ["<COMPANY>", `${ALPHA}[&@]${ALPHA}`],
      ["<EMAIL>", `${ALPHANUM}(?:[.\\-_]${ALPHANUM})*@${ALPHANUM}(?:[.\\-]${ALPHANUM})+`],
      ["<HOST>", `${ALPHANUM}(?:\\.${ALPHANUM})+`],
      ["<NUM>", `${ALPHANUM}(?:${P}${HAS_DIGIT}${P}${ALPHANUM})+`],
      ["<NUM>", `${HAS_DIGIT}(?:${P}${ALPHANUM}${P}${HAS_DIGIT})+`],
      ["<NUM>", `${ALPHANUM}${P}${HAS_DIGIT}(?:${P}${ALPHANUM}${P}${HAS_DIGIT})*`],
      ["<NUM>", `${HAS_DIGIT}${P}${ALPHANUM}(?:${P}${HAS_DIGIT}${P}${ALPHANUM})*`],
      ["<CJ>", `[${CJ}]`],
      // Looks like an acronym but is treated as a host, without the last dot.
      ["ACRONYM_DEP", `${ALPHANUM}\\.(?:${ALPHANUM}\\.)+`],
    ] as const
  ).map(([type, source]) => [type, new RegExp(source, "uy")]),
);

const begins = onFirstUse(() => new RegExp(`[${CJ}]|(?![${NEVER}])[\\u0e00-\\u0e59\\p{L}\\p{Nd}]`, "gu"));

/** Words by the rules that preceded UAX #29 in Lucene, for English. */
export const classic: TokenizerKind = {
  name: "classic",
  summary: "Divides text by rules for English: knows acronyms, company names, e-mail addresses and host names.",

  create(parameters) {
    const longest = maxTokenLength(parameters);
    return {
      tokenize(text) {
        const tokens: Token[] = [];
        let position = 0;
        for (let start = nextStart(text, 0); start >= 0;) {
          const { type, end } = longestMatch(text, start);
          // Tokens that are too long are dropped and leave a hole.
          if (end - start <= longest) tokens.push(tokenOf(text, start, end, type, position));
          position++;
          start = nextStart(text, end);
        }
        return { tokens, nextPosition: position, endOffset: text.length };
      },
    };
  },
};

function nextStart(text: string, from: number): number {
  const pattern = begins();
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** A false acronym's last dot is removed from the text but included in the offsets. */
function tokenOf(text: string, startOffset: number, endOffset: number, type: string, position: number): Token {
  const acronym = type === "ACRONYM_DEP";
  const end = acronym ? endOffset - 1 : endOffset;
  return {
    text: text.slice(startOffset, end),
    position,
    startOffset,
    endOffset,
    positionLength: 1,
    type: acronym ? "<HOST>" : type,
  };
}

/** The longest match at `start`; of equal ones that of the first rule. Every possible start matches some rule. */
function longestMatch(text: string, start: number): { type: string; end: number } {
  let best = { type: "<ALPHANUM>", end: start + 1 };
  let end = start;
  for (const [type, rule] of rules()) {
    rule.lastIndex = start;
    if (rule.test(text) && rule.lastIndex > end) {
      end = rule.lastIndex;
      best = { type, end };
    }
  }
  return best;
}
