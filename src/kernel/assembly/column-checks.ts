// Columns of one value a document, looked up for the candidates of a window only: `values` is the address of the value
// of the window's first document. The values of documents without the field are zero and must be masked by the caller.
import { WINDOW_BYTES } from "./layout";

/** Candidates with an i32 in `low .. high`. */
export function checkI32(values: usize, low: i32, high: i32, candidates: usize, bits: usize): void {
  const width = <u32>(high - low);
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    let kept: u64 = 0;
    for (let set = load<u64>(candidates + word); set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      // One unsigned comparison tells both ends: below `low` the difference wraps round.
      const inside = <u32>(load<i32>(values + (((word << 3) + <usize>bit) << 2)) - low) <= width;
      kept |= (<u64>inside) << bit;
    }
    store<u64>(bits + word, kept);
  }
}

/** Candidates with a u16 in `low .. high`. */
export function checkU16(values: usize, low: i32, high: i32, candidates: usize, bits: usize): void {
  const width = <u32>(high - low);
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    let kept: u64 = 0;
    for (let set = load<u64>(candidates + word); set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      const value = <i32>load<u16>(values + (((word << 3) + <usize>bit) << 1));
      kept |= (<u64>(<u32>(value - low) <= width)) << bit;
    }
    store<u64>(bits + word, kept);
  }
}

/** Candidates with an f64 in `low .. high`. */
export function checkF64(values: usize, low: f64, high: f64, candidates: usize, bits: usize): void {
  for (let word: usize = 0; word < WINDOW_BYTES; word += 8) {
    let kept: u64 = 0;
    for (let set = load<u64>(candidates + word); set != 0; set &= set - 1) {
      const bit = ctz<u64>(set);
      const value = load<f64>(values + (((word << 3) + <usize>bit) << 3));
      kept |= ((<u64>(value >= low)) & (<u64>(value <= high))) << bit;
    }
    store<u64>(bits + word, kept);
  }
}
