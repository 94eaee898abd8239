/** Keys of several values as one text, whose order is that of the values one after the other. */
import type { Key } from "./keyed-buckets.ts";

const view = new DataView(new ArrayBuffer(8));
const SIGN = 1n << 63n;

/** `null` stands before all values. */
export type TuplePart = Key | null;

/** The text of a tuple. */
export function tupleKey(parts: readonly TuplePart[]): string {
  return parts.map(encodePart).join("");
}

/** The values of a text that `tupleKey` made. */
export function tupleParts(text: string): TuplePart[] {
  const parts: TuplePart[] = [];
  for (let at = 0; at < text.length;) {
    const kind = text[at]!;
    if (kind === "s") {
      const end = endOfText(text, at + 1);
      parts.push(text.slice(at + 1, end).replaceAll("\0\x01", "\0"));
      at = end + 2;
    } else {
      const digits = text.slice(at + 1, at + 17);
      parts.push(kind === "-" ? null : kind === "n" ? decodeNumber(digits) : decodeLong(digits));
      at += kind === "-" ? 1 : 17;
    }
  }
  return parts;
}

function encodePart(part: TuplePart): string {
  if (part === null) return "-";
  // The end of a text is less than all that may follow in a longer one.
  if (typeof part === "string") return `s${part.replaceAll("\0", "\0\x01")}\0\0`;
  return typeof part === "number" ? `n${encodeNumber(part)}` : `l${hex(BigInt.asUintN(64, part) ^ SIGN)}`;
}

function endOfText(text: string, from: number): number {
  let end = text.indexOf("\0", from);
  while (text[end + 1] !== "\0") end = text.indexOf("\0", end + 1);
  return end;
}

/** Bits of a double in the order of doubles. */
function encodeNumber(value: number): string {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  return hex(bits >= SIGN ? BigInt.asUintN(64, ~bits) : bits | SIGN);
}

function decodeNumber(digits: string): number {
  const bits = BigInt(`0x${digits}`);
  view.setBigUint64(0, bits >= SIGN ? bits ^ SIGN : BigInt.asUintN(64, ~bits));
  return view.getFloat64(0);
}

function decodeLong(digits: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${digits}`) ^ SIGN);
}

function hex(bits: bigint): string {
  return bits.toString(16).padStart(16, "0");
}
