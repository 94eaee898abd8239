/** Finds markup in a text like Lucene's HTMLStripCharFilter: incomplete markup is left unchanged. */
import { htmlEntities } from "./html-entities.ts";

/** A piece of markup: units `start` to `end`, and its replacement. */
export interface Markup {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Inline elements: their tags are replaced by nothing. All others are replaced by a line break. */
const inlineElements = new Set(
  "a abbr acronym b basefont bdo big cite code dfn em font i img input kbd label q s samp select small span strike strong sub sup textarea tt u var".split(
    " ",
  ),
);

const name = /[\p{ID_Start}_:][\p{ID_Continue}_:.\-\u00b7]*/uy;
const space = /\s*/y;
const reference = /&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+))|([a-zA-Z][a-zA-Z0-9]*))(;|$)/y;
const attributeName = /[^\s=>"'/<]+/y;
const value = /"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"'><]+/y;

const CDATA = "<![CDATA[";

/** The pieces of markup in a text, in order. Tags of `escapedTags` are kept. */
export function* markupOf(text: string, escapedTags: ReadonlySet<string>): Generator<Markup> {
  const scanner = new HtmlScanner(text, escapedTags);
  for (let at = scanner.nextStart(0); at >= 0;) {
    if (text.startsWith(CDATA, at)) {
      const close = text.indexOf("]]>", at);
      yield { start: at, end: at + CDATA.length, replacement: "" };
      if (close < 0) return;
      yield { start: close, end: close + 3, replacement: "" };
      at = scanner.nextStart(close + 3);
      continue;
    }
    // An unterminated declaration keeps the rest of the text unchanged.
    if (/[!?]/.test(text[at + 1] ?? "") && text[at] === "<" && !text.startsWith("<!--", at) && !text.includes(">", at))
      return;
    const markup = text[at] === "&" ? scanner.reference(at) : scanner.angle(at);
    if (markup) yield markup;
    at = scanner.nextStart(markup ? markup.end : at + 1);
  }
}

class HtmlScanner {
  readonly #text: string;
  readonly #escapedTags: ReadonlySet<string>;

  constructor(text: string, escapedTags: ReadonlySet<string>) {
    this.#text = text;
    this.#escapedTags = escapedTags;
  }

  nextStart(from: number): number {
    for (let at = from; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit === 0x26 || unit === 0x3c) return at;
    }
    return -1;
  }

  /** A character reference; it must end with `;` or at the end of the text. */
  reference(start: number): Markup | undefined {
    const match = this.#match(reference, start);
    if (!match) return undefined;
    const [whole, hexadecimal, decimal, entity] = match;
    const end = start + whole.length;
    if (entity !== undefined) {
      const replacement = htmlEntities.get(entity);
      return replacement === undefined ? undefined : { start, end, replacement };
    }
    const codePoint = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return codePoint > 0x10ffff ? undefined : { start, end, replacement: String.fromCodePoint(codePoint) };
  }

  /** Markup that begins with `<`. */
  angle(start: number): Markup | undefined {
    const text = this.#text;
    if (text.startsWith("<!--", start))
      return this.#through("-->", start) ?? { start, end: text.length, replacement: "" };
    if (text.startsWith("<!", start) || text.startsWith("<?", start)) return this.#through(">", start);
    const closes = text[start + 1] === "/";
    const nameStart = this.#after(space, start + (closes ? 2 : 1));
    const found = this.#match(name, nameStart)?.[0];
    if (found === undefined) return undefined;
    const lowered = found.toLowerCase();
    const end = this.#tagEnd(nameStart + found.length, closes);
    if (end < 0 || this.#escapedTags.has(lowered)) return undefined;
    if (!closes && (lowered === "script" || lowered === "style")) return this.#raw(lowered, start, end);
    const cut = end > text.length;
    return { start, end: Math.min(end, text.length), replacement: cut || inlineElements.has(lowered) ? "" : "\n" };
  }

  /** Index after the `>` of a tag; beyond the text when the text ends in the name; -1 when it is not a tag. */
  #tagEnd(from: number, closes: boolean): number {
    const text = this.#text;
    let at = from;
    for (;;) {
      const next = this.#after(space, at);
      const spaced = next > at;
      at = next;
      if (at >= text.length) return at === from ? text.length + 1 : -1;
      if (text[at] === ">") return at + 1;
      if (text[at] === "/") {
        const behind = this.#after(space, at + 1);
        return text[behind] === ">" && !closes ? behind + 1 : -1;
      }
      const attribute = spaced ? this.#match(attributeName, at) : null;
      if (!attribute) return -1;
      at = this.#attributeEnd(at + attribute[0].length);
    }
  }

  /** Index after the value of an attribute whose name ends at `from`. */
  #attributeEnd(from: number): number {
    const equals = this.#after(space, from);
    if (this.#text[equals] !== "=") return from;
    const start = this.#after(space, equals + 1);
    const match = this.#match(value, start);
    return match ? start + match[0].length : start;
  }

  #raw(element: string, start: number, from: number): Markup {
    const close = new RegExp(`</\\s*${element}\\s*>`, "gi");
    close.lastIndex = from;
    const match = close.exec(this.#text);
    return { start, end: match ? match.index + match[0].length : this.#text.length, replacement: match ? "\n" : "" };
  }

  /** The markup up to and including the first `closing`; undefined without one. */
  #through(closing: string, start: number): Markup | undefined {
    const found = this.#text.indexOf(closing, start + (closing === "-->" ? 4 : 2));
    return found < 0 ? undefined : { start, end: found + closing.length, replacement: "" };
  }

  #match(expression: RegExp, at: number): RegExpExecArray | null {
    expression.lastIndex = at;
    return expression.exec(this.#text);
  }

  #after(expression: RegExp, at: number): number {
    this.#match(expression, at);
    return expression.lastIndex;
  }
}
