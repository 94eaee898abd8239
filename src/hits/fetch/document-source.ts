/** A document's source, decoded and parsed at most once. */
import type { JsonObject } from "../../core/json.ts";
import { hasFractions, mayNeedJavaSpelling, parseAsWritten, parseLossless } from "../../compat/json/lossless-json.ts";
import { parseSource } from "../../documents/write/source-json.ts";

export class DocumentSource {
  /** JSON text; empty where none is kept. */
  readonly bytes: Uint8Array;
  #text: string | undefined;
  #value: JsonObject | undefined;
  #spelled: JsonObject | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get text(): string {
    const { buffer, byteOffset, byteLength } = this.bytes;
    return (this.#text ??= Buffer.from(buffer, byteOffset, byteLength).toString("utf8"));
  }

  get value(): JsonObject {
    return (this.#value ??= this.bytes.length === 0 ? {} : parseSource(this.bytes));
  }

  /** The value with numbers as they are rendered (`lossless-json.ts`). */
  get spelled(): JsonObject {
    return (this.#spelled ??= mayNeedJavaSpelling(this.text) ? (parseLossless(this.text) as JsonObject) : this.value);
  }

  /** The value with numbers as they were received. */
  asWritten(): JsonObject {
    return hasFractions(this.text) ? (parseAsWritten(this.text) as JsonObject) : this.value;
  }
}
