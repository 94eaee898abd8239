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
