/** Builds the ordinals column of a field from its tokens. */
import type { ColumnDirectory } from "../format.ts";
import { GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import type { TokenStream } from "../terms/token-stream.ts";
import { finishOrdinals, ordinalType, slotCount } from "./column-writer.ts";
import { layoutOf } from "./value-docs.ts";

/** Where and for how many documents ordinals are written. */
export interface OrdinalTarget {
  readonly allocator: SectionAllocator;
  readonly docCount: number;
  /** Documents that have the field. */
  readonly present: number;
  readonly tally: MemoryTally;
}

/**
 * Writes the ordinals of each document, ascending and without duplicates. `ordinals` maps term numbers to ordinals;
 * `terms` is the number of terms.
 */
export function writeOrdinals(
  stream: TokenStream,
  ordinals: Uint32Array,
  terms: number,
  target: OrdinalTarget,
): ColumnDirectory {
  const { allocator, docCount, present, tally } = target;
  const docs = new GrowingUint32(tally);
  const values = new GrowingUint32(tally);
  const tokens = stream.tokens.values();
  const runDocs = stream.runDocs.values();
  const runStarts = stream.runStarts.values();
  for (let run = 0; run < runDocs.length; run++) {
    const from = runStarts[run]!;
    const to = run + 1 < runDocs.length ? runStarts[run + 1]! : tokens.length;
    const first = values.length;
    for (let i = from; i < to; i++) values.push(ordinals[tokens[i]!]!);
    if (to - from > 1) values.length = first + sortUnique(values.data.subarray(first, values.length));
    for (let i = first; i < values.length; i++) docs.push(runDocs[run]!);
  }
  const layout = layoutOf(allocator, docs.values(), docCount, present);
  const type = ordinalType(terms);
  const section = allocator.section(slotCount(layout) * (type === "u16" ? 2 : 4));
  if (type === "u16") placeU16(allocator.u16(section), docs.values(), values.values(), layout.starts !== undefined);
  else placeU32(allocator.u32(section), docs.values(), values.values(), layout.starts !== undefined);
  return finishOrdinals(type, section, layout, terms);
}

function placeU16(to: Uint16Array, docs: Uint32Array, values: Uint32Array, dense: boolean): void {
  for (let i = 0; i < values.length; i++) to[dense ? i : docs[i]!] = values[i]!;
}

function placeU32(to: Uint32Array, docs: Uint32Array, values: Uint32Array, dense: boolean): void {
  for (let i = 0; i < values.length; i++) to[dense ? i : docs[i]!] = values[i]!;
}

/** Sorts `values` and removes duplicates; returns how many are left at the front. */
export function sortUnique(values: Uint32Array): number {
  values.sort();
  let kept = 0;
  for (let i = 0; i < values.length; i++) {
    if (kept === 0 || values[i] !== values[kept - 1]) values[kept++] = values[i]!;
  }
  return kept;
}
