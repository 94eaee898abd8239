/** JSON that is written already, and numbers as the original writes them. */
import { parseJson } from "./parse-json.ts";
import type { Json } from "./json.ts";

/** A piece of JSON text that stands in a response as it is: a document's source, a float32. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The value, for renderings other than JSON and for filtering. */
  value(): Json {
    return parseJson(this.text);
  }
}

/** A float32 with the fewest digits that name it (`Float.toString`): 0.5297921, 1.0, 1.2E10. */
export function float32Text(value: number): JsonText {
  return new JsonText(javaNumber(value, shortestFloat32(value)));
}

/** A double as Java writes it: with a decimal point always. */
export function float64Text(value: number): JsonText {
  return new JsonText(javaNumber(value, String(value)));
}

/** The double nearest to the shortest decimal of a float32: 0.5297921 for the float32 0.52979207. */
export function float32Value(value: number): number {
  return Number(shortestFloat32(value));
}

function shortestFloat32(value: number): string {
  const single = Math.fround(value);
  for (let digits = 6; digits < 9; digits++) {
    const text = single.toPrecision(digits);
    if (Math.fround(Number(text)) === single) return String(Number(text));
  }
  return String(Number(single.toPrecision(9)));
}

function javaNumber(value: number, shortest: string): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-3 && magnitude < 1e7) return shortest.includes(".") ? shortest : `${shortest}.0`;
  const [mantissa = "", exponent = ""] = Number(shortest).toExponential().split("e");
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${exponent.replace("+", "")}`;
}
