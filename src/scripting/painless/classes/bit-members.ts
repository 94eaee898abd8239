/** What `Integer` and `Long` do with the bits of a number, and with numbers that have no sign. */
import { longOf, type Long } from "../runtime/longs.ts";
import { arithmeticError } from "../runtime/java-error.ts";

/** Members of a class by signature; `bits`: how many a number has. */
export function bitMembers(
  type: "int" | "long",
  bits: 32 | 64,
): Readonly<Record<string, (...args: never[]) => unknown>> {
  const number = (value: bigint): Long =>
    type === "int" ? Number(BigInt.asIntN(32, value)) : longOf(BigInt.asIntN(64, value));
  const unsigned = (value: Long): bigint => BigInt.asUintN(bits, BigInt(value));
  const digits = (value: Long): string => unsigned(value).toString(2).padStart(bits, "0");
  const fromDigits = (text: string): Long => number(BigInt(`0b${text}`));
  const rotated = (value: Long, by: number): Long => {
    const all = digits(value);
    const left = ((by % bits) + bits) % bits;
    return fromDigits(all.slice(left) + all.slice(0, left));
  };
  const divided = (one: Long, other: Long, take: (one: bigint, other: bigint) => bigint): Long => {
    if (Number(other) === 0) throw arithmeticError("/ by zero");
    return number(take(unsigned(one), unsigned(other)));
  };
  const single = (value: Long, at: number): Long => (at < 0 ? number(0n) : number(1n << BigInt(bits - 1 - at)));
  return {
    [`static ${type} highestOneBit(${type})`]: (value: Long) => single(value, digits(value).indexOf("1")),
    [`static ${type} lowestOneBit(${type})`]: (value: Long) => single(value, digits(value).lastIndexOf("1")),
    [`static int numberOfLeadingZeros(${type})`]: (value: Long) => {
      const at = digits(value).indexOf("1");
      return at < 0 ? bits : at;
    },
    [`static int numberOfTrailingZeros(${type})`]: (value: Long) => {
      const at = digits(value).lastIndexOf("1");
      return at < 0 ? bits : bits - 1 - at;
    },
    [`static ${type} reverse(${type})`]: (value: Long) => fromDigits([...digits(value)].reverse().join("")),
    [`static ${type} reverseBytes(${type})`]: (value: Long) =>
      fromDigits(digits(value).match(/.{8}/g)!.reverse().join("")),
    [`static ${type} rotateLeft(${type},int)`]: rotated,
    [`static ${type} rotateRight(${type},int)`]: (value: Long, by: number) => rotated(value, -by),
    [`static int compareUnsigned(${type},${type})`]: (one: Long, other: Long) => {
      const [left, right] = [unsigned(one), unsigned(other)];
      return left < right ? -1 : left > right ? 1 : 0;
    },
    [`static ${type} divideUnsigned(${type},${type})`]: (one: Long, other: Long) =>
      divided(one, other, (left, right) => left / right),
    [`static ${type} remainderUnsigned(${type},${type})`]: (one: Long, other: Long) =>
      divided(one, other, (left, right) => left % right),
    [`static String toUnsignedString(${type})`]: (value: Long) => unsigned(value).toString(),
    [`static String toUnsignedString(${type},int)`]: (value: Long, radix: number) => unsigned(value).toString(radix),
  };
}
