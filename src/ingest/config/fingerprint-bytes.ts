/** The bytes of a value of which fingerprints are made: the same for the same value, whatever the order of its keys. */
import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { isNumber, javaClass, javaText, numberOf } from "../document/java-values.ts";

/** Hands the bytes of a value to `update`, each scalar and each key behind a zero. */
export function fingerprintBytes(value: Json, update: (bytes: Uint8Array) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) fingerprintBytes(item, update);
    return;
  }
  if (isJsonObject(value)) {
    for (const key of Object.keys(value).sort()) {
      update(ZERO);
      update(Buffer.from(key));
      fingerprintBytes(ownOf(value, key) ?? null, update);
    }
    return;
  }
  update(ZERO);
  update(scalarBytes(value));
}

const ZERO = Uint8Array.of(0);

/** As Java writes them: numbers with their highest byte first. */
function scalarBytes(value: Json): Uint8Array {
  if (typeof value === "string") return Buffer.from(value);
  if (value === null) return ZERO;
  if (typeof value === "boolean") return Uint8Array.of(value ? 1 : 0);
  const bytes = Buffer.alloc(8);
  if (!isNumber(value)) return Buffer.from(javaText(value));
  const name = javaClass(value);
  if (name === "java.lang.Integer") {
    bytes.writeInt32BE(numberOf(value));
    return bytes.subarray(0, 4);
  }
  if (name === "java.lang.Double") bytes.writeDoubleBE(numberOf(value));
  else bytes.writeBigInt64BE(BigInt.asIntN(64, typeof value === "bigint" ? value : BigInt(numberOf(value))));
  return bytes;
}
