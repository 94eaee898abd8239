/** JSON that is written already, and numbers as Elasticsearch writes them. */
import { javaDouble, javaFloat } from "../../core/float32.ts";
import { parseJson } from "./parse-json.ts";
import { type Json, WrittenJson } from "../../core/json.ts";

/** A piece of JSON text that stands in a response as it is: a document's source, a float32. */
export class JsonText extends WrittenJson {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  /** The value, for renderings other than JSON and for filtering. */
  value(): Json {
    return parseJson(this.text);
  }
}

/** A float32 as Java writes it: 0.5297921, 1.0, 1.2E10. What JSON has no number for is text. */
export function float32Text(value: number): JsonText {
  return new JsonText(Number.isFinite(value) ? javaFloat(value) : JSON.stringify(javaFloat(value)));
}

/** A double as Java writes it: with a decimal point always. */
export function float64Text(value: number): JsonText {
  return new JsonText(Number.isFinite(value) ? javaDouble(value) : JSON.stringify(javaDouble(value)));
}
