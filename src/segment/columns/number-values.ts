/** The builder's buffer for the numbers of one field. */
import type { ColumnDirectory } from "../format.ts";
import { GrowingBigInt64, GrowingFloat64, GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { EXACT_LIMIT, EXACT_LIMIT_BIGINT, finishLongs, finishNumbers, slotCount } from "./column-writer.ts";
import type { NumberType } from "./column-writer.ts";
import { layoutOf, runEnd } from "./value-docs.ts";

/** Values in order of arrival, with their documents. Once one exceeds 2^53, exact integers are kept in addition. */
export class NumberValues {
  private readonly docs: GrowingUint32;
  private readonly values: GrowingFloat64;
  /** All values as bigints, once one exceeds 2^53. */
  private longs: GrowingBigInt64 | undefined;
  private readonly integers: boolean;
  private readonly tally: MemoryTally;

  constructor(tally: MemoryTally, integers: boolean) {
    this.tally = tally;
    this.integers = integers;
    this.docs = new GrowingUint32(tally);
    this.values = new GrowingFloat64(tally);
  }

  get count(): number {
    return this.docs.length;
  }

  add(doc: number, value: number | bigint): void {
    if (this.integers && !this.longs && passesDouble(value)) this.keepLongs();
    this.docs.push(doc);
    this.values.push(Number(value));
    if (this.longs) this.longs.push(BigInt(value));
  }

  /** Discards the values of documents numbered `docCount` and above. */
  truncate(docCount: number): void {
    while ((this.docs.last() ?? -1) >= docCount) this.docs.length--;
    this.values.length = this.docs.length;
    if (this.longs) this.longs.length = this.docs.length;
  }

  write(
    allocator: SectionAllocator,
    docCount: number,
    presence: Uint32Array | undefined,
    present: number,
  ): ColumnDirectory {
    const docs = this.docs.values();
    const layout = layoutOf(allocator, docs, docCount, present);
    const slots = slotCount(layout);
    const type = this.type();
    if (type === "i64" && this.longs) {
      const section = allocator.section(slots * 8);
      const longs = this.longs.values();
      if (layout.starts) sortRuns(docs, longs);
      const to = allocator.i64(section);
      for (let i = 0; i < longs.length; i++) to[layout.starts ? i : docs[i]!] = longs[i]!;
      return finishLongs(allocator, section, layout, presence);
    }
    const values = this.values.values();
    if (layout.starts) sortRuns(docs, values);
    if (type === "i32") {
      const section = allocator.section(slots * 4);
      const to = allocator.i32(section);
      for (let i = 0; i < values.length; i++) to[layout.starts ? i : docs[i]!] = values[i]!;
      return finishNumbers(allocator, type, section, layout, presence);
    }
    const section = allocator.section(slots * 8);
    const to = allocator.f64(section);
    for (let i = 0; i < values.length; i++) to[layout.starts ? i : docs[i]!] = values[i]!;
    return finishNumbers(allocator, "f64", section, layout, presence);
  }

  private type(): NumberType {
    if (!this.integers) return "f64";
    const values = this.values.values();
    let small = true;
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if ((value | 0) !== value) small = false;
      // The doubles only approximate the longs here: a value beyond the limit may round to the limit itself.
      if (this.longs && Math.abs(value) >= EXACT_LIMIT && passesDouble(this.longs.data[i]!)) return "i64";
    }
    return small ? "i32" : "f64";
  }

  private keepLongs(): void {
    this.longs = new GrowingBigInt64(this.tally);
    const values = this.values.values();
    for (let i = 0; i < values.length; i++) this.longs.push(BigInt(values[i]!));
  }
}

function passesDouble(value: number | bigint): boolean {
  if (typeof value === "number") return value > EXACT_LIMIT || value < -EXACT_LIMIT;
  return value > EXACT_LIMIT_BIGINT || value < -EXACT_LIMIT_BIGINT;
}

function sortRuns(docs: Uint32Array, values: Float64Array | BigInt64Array): void {
  for (let from = 0; from < docs.length;) {
    const to = runEnd(docs, from);
    if (to - from > 1) values.subarray(from, to).sort();
    from = to;
  }
}
