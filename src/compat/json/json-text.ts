/** JSON text that is already written, and numbers as written by Elasticsearch. */
import { javaDouble, javaFloat } from "../../core/float32.ts";
import { parseJson } from "./parse-json.ts";
import { type Json, WrittenJson } from "../../core/json.ts";

/** A piece of JSON text that is copied into a response unchanged: a document's source, a float32. */
export class JsonText extends WrittenJson {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** The value, for renderings other than JSON and for filtering. */
  value(): Json {
    return parseJson(this.text);
  }
}

/** The same as bytes of UTF-8, which are copied into a response as they are. They must not change. */
export class JsonBytes extends JsonText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super("");
    this.bytes = bytes;
  }

  override get text(): string {
    const { buffer, byteOffset, byteLength } = this.bytes;
    return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
  }
}

/** A float32 as written by Java: 0.5297921, 1.0, 1.2E10. Values that JSON cannot represent as numbers are quoted. */
export function float32Text(value: number): JsonText {
  return new JsonText(Number.isFinite(value) ? javaFloat(value) : JSON.stringify(javaFloat(value)));
}

/** A double as written by Java: always with a decimal point. */
export function float64Text(value: number): JsonText {
  return new JsonText(Number.isFinite(value) ? javaDouble(value) : JSON.stringify(javaDouble(value)));
}
