import type { CharFilterKind } from "../component.ts";
import { FilteredTextBuilder } from "../offset-map.ts";

/** Elements that end a line (Lucene's HTMLStripCharFilter): their tags leave a line break. */
const blockElements = new Set(
  "address article aside blockquote br center dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe isindex legend li link main menu meta nav noframes noscript ol optgroup option p pre script section style table tbody td tfoot th thead title tr ul".split(
    " ",
  ),
);

/** Entities that Lucene resolves most often; numbers are resolved too. */
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  deg: "°",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  Eacute: "É",
  egrave: "è",
  Egrave: "È",
  ecirc: "ê",
  agrave: "à",
  Agrave: "À",
  aacute: "á",
  acirc: "â",
  aring: "å",
  Aring: "Å",
  aelig: "æ",
  AElig: "Æ",
  ccedil: "ç",
  Ccedil: "Ç",
  iacute: "í",
  icirc: "î",
  iuml: "ï",
  ntilde: "ñ",
  Ntilde: "Ñ",
  oacute: "ó",
  ocirc: "ô",
  otilde: "õ",
  oslash: "ø",
  Oslash: "Ø",
  uacute: "ú",
  ugrave: "ù",
  ucirc: "û",
  yuml: "ÿ",
  times: "×",
  divide: "÷",
  middot: "·",
  bull: "•",
  para: "¶",
  plusmn: "±",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
};

const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<![^>]*>|<\?[\s\S]*?\?>|<(script|style)\b[^>]*>[\s\S]*?<\/\2\s*>|<\/?([a-zA-Z][\w:-]*)(?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>|&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]*));?/g;

/** Strips tags and comments and resolves entities. */
export const htmlStrip: CharFilterKind = {
  name: "html_strip",
  summary: "Strips HTML tags and resolves entities.",

  create(parameters) {
    const escapedTags = new Set((parameters.list("escaped_tags") ?? []).map((tag) => tag.toLowerCase()));
    return {
      filter(text) {
        const builder = new FilteredTextBuilder();
        let from = 0;
        for (const match of text.matchAll(markup)) {
          const replacement = replacementOf(match, escapedTags);
          if (replacement === undefined) continue;
          builder.keep(text.slice(from, match.index));
          builder.replace(replacement, match[0].length);
          from = match.index + match[0].length;
        }
        builder.keep(text.slice(from));
        return builder.finish();
      },
    };
  },
};

/** What stands in place of a piece of markup; undefined: it stays. */
function replacementOf(match: RegExpMatchArray, escapedTags: ReadonlySet<string>): string | undefined {
  const [, cdata, rawElement, element, decimal, hexadecimal, entity] = match;
  if (cdata !== undefined) return cdata;
  if (decimal !== undefined || hexadecimal !== undefined) {
    const codePoint = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return codePoint > 0x10ffff ? undefined : String.fromCodePoint(codePoint);
  }
  if (entity !== undefined) return entities[entity];
  const name = (rawElement ?? element)?.toLowerCase();
  if (name === undefined) return "";
  if (escapedTags.has(name)) return undefined;
  return blockElements.has(name) ? "\n" : "";
}
