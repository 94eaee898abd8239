// Products and squared distances of one vector with many others of a column, each named by its number. `width`: bytes
// from one to the next. The results are f64, from `out` on, in the order of the numbers at `ids`. Vectors may lie
// anywhere; nothing is read behind their `dims`.

/** Products of vectors of f32, added up in four lanes. */
export function productsF32(
  query: usize,
  vectors: usize,
  width: usize,
  dims: i32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  const whole = dims & ~7;
  for (let n = 0; n < count; n++, ids += 4, out += 8) {
    const own = vectors + <usize>load<u32>(ids) * width;
    let first = f32x4.splat(0);
    let second = f32x4.splat(0);
    for (let i = 0; i < whole; i += 8) {
      const at = <usize>i << 2;
      first = f32x4.add(first, f32x4.mul(v128.load(query + at), v128.load(own + at)));
      second = f32x4.add(second, f32x4.mul(v128.load(query + at, 16), v128.load(own + at, 16)));
    }
    let sum = lanes(f32x4.add(first, second));
    for (let i = whole; i < dims; i++) sum += load<f32>(query + (<usize>i << 2)) * load<f32>(own + (<usize>i << 2));
    store<f64>(out, <f64>sum);
  }
}

/** Squared distances of vectors of f32. */
export function squaresF32(
  query: usize,
  vectors: usize,
  width: usize,
  dims: i32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  const whole = dims & ~7;
  for (let n = 0; n < count; n++, ids += 4, out += 8) {
    const own = vectors + <usize>load<u32>(ids) * width;
    let first = f32x4.splat(0);
    let second = f32x4.splat(0);
    for (let i = 0; i < whole; i += 8) {
      const at = <usize>i << 2;
      const one = f32x4.sub(v128.load(query + at), v128.load(own + at));
      const other = f32x4.sub(v128.load(query + at, 16), v128.load(own + at, 16));
      first = f32x4.add(first, f32x4.mul(one, one));
      second = f32x4.add(second, f32x4.mul(other, other));
    }
    let sum = lanes(f32x4.add(first, second));
    for (let i = whole; i < dims; i++) {
      const difference = load<f32>(query + (<usize>i << 2)) - load<f32>(own + (<usize>i << 2));
      sum += difference * difference;
    }
    store<f64>(out, <f64>sum);
  }
}

/** Products of vectors of i8; exact. */
export function productsI8(
  query: usize,
  vectors: usize,
  width: usize,
  dims: i32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  const whole = dims & ~15;
  for (let n = 0; n < count; n++, ids += 4, out += 8) {
    const own = vectors + <usize>load<u32>(ids) * width;
    let sums = i32x4.splat(0);
    for (let i = 0; i < whole; i += 16) {
      const one = v128.load(query + <usize>i);
      const other = v128.load(own + <usize>i);
      sums = i32x4.add(
        sums,
        i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(one), i16x8.extend_low_i8x16_s(other)),
      );
      sums = i32x4.add(
        sums,
        i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(one), i16x8.extend_high_i8x16_s(other)),
      );
    }
    let sum = wholeLanes(sums);
    for (let i = whole; i < dims; i++) sum += <i32>load<i8>(query + <usize>i) * <i32>load<i8>(own + <usize>i);
    store<f64>(out, <f64>sum);
  }
}

/** Squared distances of vectors of i8; exact. */
export function squaresI8(
  query: usize,
  vectors: usize,
  width: usize,
  dims: i32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  const whole = dims & ~15;
  for (let n = 0; n < count; n++, ids += 4, out += 8) {
    const own = vectors + <usize>load<u32>(ids) * width;
    let sums = i32x4.splat(0);
    for (let i = 0; i < whole; i += 16) {
      const one = v128.load(query + <usize>i);
      const other = v128.load(own + <usize>i);
      const low = i16x8.sub(i16x8.extend_low_i8x16_s(one), i16x8.extend_low_i8x16_s(other));
      const high = i16x8.sub(i16x8.extend_high_i8x16_s(one), i16x8.extend_high_i8x16_s(other));
      sums = i32x4.add(sums, i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high)));
    }
    let sum = wholeLanes(sums);
    for (let i = whole; i < dims; i++) {
      const difference = <i32>load<i8>(query + <usize>i) - <i32>load<i8>(own + <usize>i);
      sum += difference * difference;
    }
    store<f64>(out, <f64>sum);
  }
}

function lanes(sums: v128): f32 {
  return (
    f32x4.extract_lane(sums, 0) +
    f32x4.extract_lane(sums, 1) +
    (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3))
  );
}

function wholeLanes(sums: v128): i32 {
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    (i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3))
  );
}

// Vectors of four bits: each byte holds a dimension of the first half in its high bits, and one of the second half in
// its low bits. The query has a byte for each dimension, from 0 to 15.

/** Products of vectors of four bits; exact. */
export function productsI4(
  query: usize,
  vectors: usize,
  width: usize,
  dims: i32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  const half = dims >> 1;
  const whole = half & ~15;
  const low = i8x16.splat(15);
  for (let n = 0; n < count; n++, ids += 4, out += 8) {
    const own = vectors + <usize>load<u32>(ids) * width;
    let sums = i32x4.splat(0);
    for (let i = 0; i < whole; i += 16) {
      const both = v128.load(own + <usize>i);
      sums = i32x4.add(sums, dot16(i8x16.shr_u(both, 4), v128.load(query + <usize>i)));
      sums = i32x4.add(sums, dot16(v128.and(both, low), v128.load(query + <usize>(half + i))));
    }
    let sum = wholeLanes(sums);
    for (let i = whole; i < half; i++) {
      const both = <i32>load<u8>(own + <usize>i);
      sum += (both >> 4) * <i32>load<i8>(query + <usize>i) + (both & 15) * <i32>load<i8>(query + <usize>(half + i));
    }
    store<f64>(out, <f64>sum);
  }
}

/** Squared distances of vectors of four bits; exact. */
export function squaresI4(
  query: usize,
  vectors: usize,
  width: usize,
  dims: i32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  const half = dims >> 1;
  const whole = half & ~15;
  const low = i8x16.splat(15);
  for (let n = 0; n < count; n++, ids += 4, out += 8) {
    const own = vectors + <usize>load<u32>(ids) * width;
    let sums = i32x4.splat(0);
    for (let i = 0; i < whole; i += 16) {
      const both = v128.load(own + <usize>i);
      const one = i8x16.sub(i8x16.shr_u(both, 4), v128.load(query + <usize>i));
      const other = i8x16.sub(v128.and(both, low), v128.load(query + <usize>(half + i)));
      sums = i32x4.add(sums, i32x4.add(dot16(one, one), dot16(other, other)));
    }
    let sum = wholeLanes(sums);
    for (let i = whole; i < half; i++) {
      const both = <i32>load<u8>(own + <usize>i);
      const one = (both >> 4) - <i32>load<i8>(query + <usize>i);
      const other = (both & 15) - <i32>load<i8>(query + <usize>(half + i));
      sum += one * one + other * other;
    }
    store<f64>(out, <f64>sum);
  }
}

/**
 * Products of vectors of one bit with one of four bits, whose bits lie in four planes of `width` bytes each, the lowest
 * first. Bits behind `dims` are none.
 */
export function productsI1(
  query: usize,
  vectors: usize,
  width: usize,
  dims: i32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  const blocks = ((dims + 127) >> 7) << 4;
  for (let n = 0; n < count; n++, ids += 4, out += 8) {
    const own = vectors + <usize>load<u32>(ids) * width;
    let sum = 0;
    for (let plane = 0; plane < 4; plane++) {
      const bits = query + <usize>plane * width;
      let sums = i32x4.splat(0);
      for (let i = 0; i < blocks; i += 16) {
        const ones = i8x16.popcnt(v128.and(v128.load(own + <usize>i), v128.load(bits + <usize>i)));
        sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(ones)));
      }
      sum += wholeLanes(sums) << plane;
    }
    store<f64>(out, <f64>sum);
  }
}

function dot16(one: v128, other: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(one), i16x8.extend_low_i8x16_s(other)),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(one), i16x8.extend_high_i8x16_s(other)),
  );
}
