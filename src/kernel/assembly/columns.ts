// Ranges over columns of one value a document, a window at a time: `count` values from `values` on become bits. The
// values of documents without the field are zero and must be masked by the caller.
import { setBit } from "./disjunction-query";
import { windowClear } from "./window";

/** Values of i32 in `low .. high`. */
export function rangeI32(values: usize, count: i32, low: i32, high: i32, bits: usize): void {
  windowClear(bits);
  const least = i32x4.splat(low);
  const width = i32x4.splat(high - low);
  const whole = count & ~15;
  for (let i = 0; i < whole; i += 16, values += 64) {
    // One unsigned comparison tells both ends: below `low` the difference wraps round.
    let mask = i32x4.bitmask(i32x4.le_u(i32x4.sub(v128.load(values), least), width));
    mask |= i32x4.bitmask(i32x4.le_u(i32x4.sub(v128.load(values, 16), least), width)) << 4;
    mask |= i32x4.bitmask(i32x4.le_u(i32x4.sub(v128.load(values, 32), least), width)) << 8;
    mask |= i32x4.bitmask(i32x4.le_u(i32x4.sub(v128.load(values, 48), least), width)) << 12;
    store<u16>(bits + (<usize>i >> 3), <u16>mask);
  }
  // The rest one by one: nothing is read behind the column.
  for (let i = whole; i < count; i++, values += 4) {
    if (<u32>(load<i32>(values) - low) <= <u32>(high - low)) setBit(bits, i);
  }
}

/** Values of u16 in `low .. high`. */
export function rangeU16(values: usize, count: i32, low: i32, high: i32, bits: usize): void {
  windowClear(bits);
  const least = i16x8.splat(<i16>low);
  const width = i16x8.splat(<i16>(high - low));
  const whole = count & ~15;
  for (let i = 0; i < whole; i += 16, values += 32) {
    let mask = i16x8.bitmask(i16x8.le_u(i16x8.sub(v128.load(values), least), width));
    mask |= i16x8.bitmask(i16x8.le_u(i16x8.sub(v128.load(values, 16), least), width)) << 8;
    store<u16>(bits + (<usize>i >> 3), <u16>mask);
  }
  for (let i = whole; i < count; i++, values += 2) {
    const value = <i32>load<u16>(values);
    if (value >= low && value <= high) setBit(bits, i);
  }
}

/** Values of f64 in `low .. high`. */
export function rangeF64(values: usize, count: i32, low: f64, high: f64, bits: usize): void {
  windowClear(bits);
  const least = f64x2.splat(low);
  const most = f64x2.splat(high);
  const whole = count & ~7;
  for (let i = 0; i < whole; i += 8, values += 64) {
    const a = v128.load(values);
    const b = v128.load(values, 16);
    const c = v128.load(values, 32);
    const d = v128.load(values, 48);
    let mask = i64x2.bitmask(v128.and(f64x2.ge(a, least), f64x2.le(a, most)));
    mask |= i64x2.bitmask(v128.and(f64x2.ge(b, least), f64x2.le(b, most))) << 2;
    mask |= i64x2.bitmask(v128.and(f64x2.ge(c, least), f64x2.le(c, most))) << 4;
    mask |= i64x2.bitmask(v128.and(f64x2.ge(d, least), f64x2.le(d, most))) << 6;
    store<u8>(bits + (<usize>i >> 3), <u8>mask);
  }
  for (let i = whole; i < count; i++, values += 8) {
    const value = load<f64>(values);
    if (value >= low && value <= high) setBit(bits, i);
  }
}

// Columns of several values a document: `starts` points at the u32 start of the window's first document. Values ascend
// within a document, so that the first at or above `low` decides.

export function multiRangeI32(
  values: usize,
  starts: usize,
  count: i32,
  low: i32,
  high: i32,
  bits: usize,
): void {
  windowClear(bits);
  for (let i = 0; i < count; i++) {
    const end = load<u32>(starts + ((<usize>i) << 2), 4);
    for (let at = load<u32>(starts + ((<usize>i) << 2)); at < end; at++) {
      const value = load<i32>(values + ((<usize>at) << 2));
      if (value < low) continue;
      if (value <= high) setBit(bits, i);
      break;
    }
  }
}

export function multiRangeU32(
  values: usize,
  starts: usize,
  count: i32,
  low: u32,
  high: u32,
  bits: usize,
): void {
  windowClear(bits);
  for (let i = 0; i < count; i++) {
    const end = load<u32>(starts + ((<usize>i) << 2), 4);
    for (let at = load<u32>(starts + ((<usize>i) << 2)); at < end; at++) {
      const value = load<u32>(values + ((<usize>at) << 2));
      if (value < low) continue;
      if (value <= high) setBit(bits, i);
      break;
    }
  }
}

export function multiRangeU16(
  values: usize,
  starts: usize,
  count: i32,
  low: u32,
  high: u32,
  bits: usize,
): void {
  windowClear(bits);
  for (let i = 0; i < count; i++) {
    const end = load<u32>(starts + ((<usize>i) << 2), 4);
    for (let at = load<u32>(starts + ((<usize>i) << 2)); at < end; at++) {
      const value = <u32>load<u16>(values + ((<usize>at) << 1));
      if (value < low) continue;
      if (value <= high) setBit(bits, i);
      break;
    }
  }
}

export function multiRangeF64(
  values: usize,
  starts: usize,
  count: i32,
  low: f64,
  high: f64,
  bits: usize,
): void {
  windowClear(bits);
  for (let i = 0; i < count; i++) {
    const end = load<u32>(starts + ((<usize>i) << 2), 4);
    for (let at = load<u32>(starts + ((<usize>i) << 2)); at < end; at++) {
      const value = load<f64>(values + ((<usize>at) << 3));
      if (value < low) continue;
      if (value <= high) setBit(bits, i);
      break;
    }
  }
}
