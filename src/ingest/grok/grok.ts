/** Takes a text apart by a pattern with named parts. */
import { numberFormat, parseDecimal } from "../../compat/body-reader.ts";
import { float32Text, float64Text } from "../../compat/json/json-text.ts";
import { compilePattern, type JavaPattern } from "../../compat/patterns/java-pattern.ts";
import type { Json } from "../../core/json.ts";
import { put } from "../../core/names.ts";
import { expandPattern } from "./expand-pattern.ts";
import type { GrokPatterns } from "./pattern-bank.ts";
import { fromRuby, GROK_FLAGS } from "./ruby-syntax.ts";

/** What a part becomes. */
type Convert = (text: string) => Json;

const CONVERSIONS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["int", (text) => whole(text, 31n)],
  ["long", (text) => whole(text, 63n)],
  ["float", (text) => float32Text(Math.fround(parseDecimal(text))) as unknown as Json],
  ["double", (text) => fraction(parseDecimal(text))],
  ["boolean", (text) => text.toLowerCase() === "true"],
]);

interface Part {
  readonly field: string;
  readonly convert: Convert | undefined;
  /** Numbers of its groups: the first that takes something counts. */
  readonly groups: number[];
}

export class Grok {
  readonly #pattern: JavaPattern;
  readonly #parts: readonly Part[];

  /** Throws RequestError 400 for a pattern that cannot be read. */
  constructor(pattern: string, patterns: GrokPatterns) {
    const { source, groups } = fromRuby(expandPattern(pattern, patterns));
    this.#pattern = compilePattern(source, GROK_FLAGS);
    const parts = new Map<string, Part>();
    for (const { name, number } of groups) {
      const part = parts.get(name);
      if (part) part.groups.push(number);
      else parts.set(name, partOf(name, number));
    }
    this.#parts = [...parts.values()];
  }

  /** Where named parts stand in a text, of all matches one after another. */
  places(text: string): { readonly start: number; readonly end: number; readonly name: string }[] {
    const found: { readonly start: number; readonly end: number; readonly name: string }[] = [];
    for (const { spans } of this.#pattern.findAll(text)) {
      for (const { field: name, groups } of this.#parts) {
        for (const number of groups) {
          const start = spans[number * 2] ?? -1;
          if (start >= 0) found.push({ start, end: spans[number * 2 + 1] ?? start, name });
        }
      }
    }
    return found;
  }

  /** Values by field; undefined when the pattern matches nowhere. */
  captures(text: string): Record<string, Json> | undefined {
    const match = this.#pattern.find(text);
    if (!match) return undefined;
    const { spans } = match;
    const values: Record<string, Json> = {};
    for (const { field, convert, groups } of this.#parts) {
      for (const number of groups) {
        const start = spans[number * 2] ?? -1;
        if (start < 0) continue;
        const value = text.slice(start, spans[number * 2 + 1]);
        put(values, field, convert ? convert(value) : value);
        break;
      }
    }
    return values;
  }
}

/** `field:int`: what stands behind the last colon may be a type. */
function partOf(name: string, number: number): Part {
  const colon = name.indexOf(":");
  if (colon < 0) return { field: name, convert: undefined, groups: [number] };
  return { field: name.slice(0, colon), convert: CONVERSIONS.get(name.slice(colon + 1)), groups: [number] };
}

function whole(text: string, bits: bigint): Json {
  if (!/^[+-]?\d{1,19}$/.test(text)) throw numberFormat(text);
  const value = BigInt(text.replace("+", ""));
  if (value >= 2n ** bits || value < -(2n ** bits)) throw numberFormat(text);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function fraction(value: number): Json {
  return Number.isInteger(value) ? (float64Text(value) as unknown as Json) : value;
}
