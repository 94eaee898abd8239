/** The syntax of query strings, parsed into a tree (Lucene's classic `QueryParser`, with the operators as written). */
import { RequestError } from "../../compat/errors.ts";
import {
  type ClausePlace,
  clauseStarts,
  expectedAfterClause,
  expectedClause,
  expectedText,
  type OpenSuffixes,
  tokenLabel,
} from "./expected-tokens.ts";
import { javaEscapes } from "./java-escapes.ts";
import { type QueryToken, queryTokens, type TokenKind } from "./tokens.ts";

/** A clause with the operator before it and its own modifier. */
export interface StringClause {
  readonly conjunction: "and" | "or" | undefined;
  readonly modifier: "+" | "-" | undefined;
  readonly node: StringNode;
}

/** A parsed query string. `field` is undefined for the default fields. */
export type StringNode =
  | { readonly type: "group"; readonly clauses: readonly StringClause[] }
  | { readonly type: "boost"; readonly boost: number; readonly inner: StringNode }
  /** Words without operators between them, unescaped; `several`: more than one. */
  | { readonly type: "text"; readonly field: string | undefined; readonly text: string; readonly several: boolean }
  | {
      readonly type: "phrase";
      readonly field: string | undefined;
      readonly text: string;
      readonly slop: number | undefined;
    }
  | { readonly type: "prefix" | "wildcard" | "regexp"; readonly field: string | undefined; readonly text: string }
  /** `distance` is the text after the `~`, which may be empty. */
  | { readonly type: "fuzzy"; readonly field: string | undefined; readonly text: string; readonly distance: string }
  | {
      readonly type: "range";
      readonly field: string | undefined;
      readonly from: string | undefined;
      readonly to: string | undefined;
      readonly includeFrom: boolean;
      readonly includeTo: boolean;
    };

/** Maximum nesting of groups: deeper ones would exhaust the stack. */
const MAX_DEPTH = 200;

/** Parses a text; throws 400 `parse_exception` "Cannot parse '…': …". */
export function parseQueryString(text: string): StringNode {
  try {
    return new StringParser(text).whole();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(400, "parse_exception", `Cannot parse '${text}': ${error.message}`, { cause: error });
  }
}

const NOTHING_OPEN: OpenSuffixes = { boost: false, slop: false };

/** Tokens that may not follow the last of several words: they would belong to that word alone. */
const bindsToOne: ReadonlySet<TokenKind> = new Set<TokenKind>([":", "*", "^", "FUZZY_SLOP", "AND", "OR"]);

class StringParser {
  readonly #text: string;
  readonly #tokens: readonly QueryToken[];
  #at = 0;
  #depth = 0;
  /** Suffixes that may still follow the last clause. */
  #open: OpenSuffixes = NOTHING_OPEN;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = queryTokens(text);
  }

  whole(): StringNode {
    const node = this.#query(undefined);
    if (this.#peek() !== "EOF") throw this.#unexpected(this.#afterClause());
    return node;
  }

  #query(field: string | undefined): StringNode {
    const clauses: StringClause[] = [];
    do {
      const words = this.#words(field);
      if (words) {
        clauses.push({ conjunction: undefined, modifier: undefined, node: words });
        continue;
      }
      const conjunction = clauses.length > 0 ? this.#conjunction() : undefined;
      const modifier = this.#modifier();
      if (clauses.length > 0 && !conjunction && !modifier && !clauseStarts.has(this.#peek()))
        throw this.#unexpected(this.#afterClause());
      clauses.push({
        conjunction,
        modifier,
        node: this.#clause(field, modifier ? "modifier" : conjunction ? "conjunction" : "start"),
      });
    } while (this.#peek() !== "EOF" && this.#peek() !== ")");
    const [only] = clauses;
    const plain = only && clauses.length === 1 && !only.modifier && !(only.node.type === "text" && only.node.several);
    return plain ? only.node : { type: "group", clauses };
  }

  /** Two or more words in a row form one text. */
  #words(field: string | undefined): StringNode | undefined {
    const continues = (at: number): boolean => this.#peek(at) === "TERM" && !bindsToOne.has(this.#peek(at + 1));
    if (this.#peek() !== "TERM" || !continues(1)) return undefined;
    const words = [this.#take().image];
    while (continues(0)) words.push(this.#take().image);
    this.#open = NOTHING_OPEN;
    return { type: "text", field, text: unescape(words.join(" ")), several: true };
  }

  #conjunction(): "and" | "or" | undefined {
    if (this.#accept("AND")) return "and";
    return this.#accept("OR") ? "or" : undefined;
  }

  #modifier(): "+" | "-" | undefined {
    if (this.#accept("+")) return "+";
    return this.#accept("-") || this.#accept("NOT") ? "-" : undefined;
  }

  #clause(outer: string | undefined, place: ClausePlace): StringNode {
    let field = outer;
    let at = place;
    if ((this.#peek() === "TERM" || this.#peek() === "*") && this.#peek(1) === ":") {
      field = unescape(this.#take().image);
      this.#take();
      at = "field";
    }
    if (!this.#accept("(")) return this.#term(field, at);
    if (++this.#depth > MAX_DEPTH) throw new RequestError(400, "parse_exception", "too many nested groups");
    const inner = this.#query(field);
    if (!this.#accept(")")) throw this.#unexpected(this.#afterClause());
    this.#depth--;
    return this.#boosted(inner);
  }

  #term(field: string | undefined, place: ClausePlace): StringNode {
    const token = this.#take();
    switch (token.kind) {
      case "TERM":
      case "NUMBER":
        return this.#bare(field, token.image, { type: "text", field, text: unescape(token.image), several: false });
      case "BAREOPER":
        return this.#bare(field, token.image, { type: "text", field, text: token.image[0] ?? "", several: false });
      case "*":
      case "WILDTERM":
        return this.#bare(field, token.image, { type: "wildcard", field, text: token.image });
      case "PREFIXTERM":
        return this.#bare(field, token.image, { type: "prefix", field, text: unescape(token.image.slice(0, -1)) });
      case "REGEXPTERM":
        return this.#bare(field, token.image, { type: "regexp", field, text: token.image.slice(1, -1) });
      case "QUOTED":
        return this.#quoted(field, unescape(token.image.slice(1, -1)));
      case "[":
      case "{":
        return this.#boosted(this.#range(field, token.kind === "["));
      default:
        this.#at--;
        throw this.#unexpected(expectedClause(place));
    }
  }

  /** A word with its fuzziness and boost, in either order. A pattern is never fuzzy, whatever follows it. */
  #bare(field: string | undefined, image: string, plain: StringNode): StringNode {
    const { slop, boost } = this.#suffixes();
    const fuzzy = slop !== undefined && plain.type === "text";
    const node: StringNode = fuzzy ? { type: "fuzzy", field, text: unescape(image), distance: slop } : plain;
    return boost === undefined ? node : { type: "boost", boost, inner: node };
  }

  #quoted(field: string | undefined, text: string): StringNode {
    const { slop, boost } = this.#suffixes();
    const written =
      slop === undefined || slop === "" || Number.isNaN(Number(slop)) ? undefined : Math.trunc(Number(slop));
    const node: StringNode = { type: "phrase", field, text, slop: written };
    return boost === undefined ? node : { type: "boost", boost, inner: node };
  }

  #suffixes(): { slop: string | undefined; boost: number | undefined } {
    let slop = this.#slop();
    const boost = this.#boost();
    if (slop === undefined && boost !== undefined) slop = this.#slop();
    this.#open = { boost: boost === undefined, slop: slop === undefined };
    return { slop, boost };
  }

  #slop(): string | undefined {
    return this.#peek() === "FUZZY_SLOP" ? this.#take().image.slice(1) : undefined;
  }

  #boost(): number | undefined {
    if (!this.#accept("^")) return undefined;
    if (this.#peek() !== "NUMBER") throw this.#unexpected(["NUMBER"]);
    return Math.fround(Number(this.#take().image));
  }

  #boosted(inner: StringNode): StringNode {
    const boost = this.#boost();
    this.#open = { boost: boost === undefined, slop: false };
    return boost === undefined ? inner : { type: "boost", boost, inner };
  }

  #range(field: string | undefined, includeFrom: boolean): StringNode {
    const from = this.#bound();
    if (!this.#accept("TO")) throw this.#unexpected(["TO"]);
    const to = this.#bound();
    const end = this.#take();
    if (end.kind !== "]" && end.kind !== "}") {
      this.#at--;
      throw this.#unexpected(["]", "}"]);
    }
    return { type: "range", field, from, to, includeFrom, includeTo: end.kind === "]" };
  }

  /** A bound; `*` means none. */
  #bound(): string | undefined {
    const token = this.#take();
    if (token.kind === "RANGE_QUOTED") return unescape(token.image.slice(1, -1));
    if (token.kind === "RANGE_GOOP") return token.image === "*" ? undefined : unescape(token.image);
    if (token.kind === "TO") return token.image;
    this.#at--;
    throw this.#unexpected(["TO", "RANGE_QUOTED", "RANGE_GOOP"]);
  }

  #peek(ahead = 0): TokenKind {
    const token = this.#tokens[this.#at + ahead];
    if (token?.error) throw token.error;
    return token?.kind ?? "EOF";
  }

  #take(): QueryToken {
    const token = this.#tokens[this.#at] ?? { kind: "EOF" as const, image: "", at: this.#text.length };
    if (token.error) throw token.error;
    this.#at++;
    return token;
  }

  #accept(kind: TokenKind): boolean {
    if (this.#peek() !== kind) return false;
    this.#at++;
    return true;
  }

  #afterClause(): readonly TokenKind[] {
    return expectedAfterClause(this.#depth > 0 ? ")" : "EOF", this.#open);
  }

  #unexpected(expected: readonly TokenKind[]): RequestError {
    const token = this.#tokens[this.#at];
    const image = token?.image ?? "";
    const shown = !token || token.kind === "EOF" ? '"<EOF>"' : `" ${tokenLabel(token.kind)} "${javaEscapes(image)} ""`;
    return new RequestError(
      400,
      "parse_exception",
      `Encountered ${shown} at line 1, column ${token?.at ?? this.#text.length}.\n${expectedText(expected)}`,
    );
  }
}

/** Removes backslashes: `\:` becomes `:`, `\u0041` becomes `A`. Throws for one at the end. */
export function unescape(text: string): string {
  if (!text.includes("\\")) return text;
  let result = "";
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "\\") {
      result += text[at];
      continue;
    }
    const next = text[++at];
    if (next === undefined) throw new RequestError(400, "parse_exception", "Term can not end with escape character.");
    if (next !== "u") {
      result += next;
      continue;
    }
    const digits = text.slice(at + 1, at + 5);
    if (digits.length < 4) throw new RequestError(400, "parse_exception", "Truncated unicode escape sequence.");
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
      const wrong = [...digits].find((digit) => !/[0-9a-fA-F]/.test(digit));
      throw new RequestError(400, "parse_exception", `Non-hex character in Unicode escape sequence: ${wrong}`);
    }
    result += String.fromCharCode(Number.parseInt(digits, 16));
    at += 4;
  }
  return result;
}
