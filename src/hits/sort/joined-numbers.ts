/**
 * Numbers of nested documents for the documents that a sort looks at: most sorts look at the matches of a query alone,
 * for which a column of the whole segment (`JoinedReader.column`) would be too much.
 */
import { isLive } from "../../segment/live-docs.ts";
import { firstBelow } from "../../segment/nested-docs.ts";
import type { JoinedReader } from "./joined-reader.ts";
import type { NumberReader } from "./number-key.ts";
import { pick } from "./pick-number.ts";
import type { SortMode } from "./sort-spec.ts";

/** Undefined where the values are not such that a double holds them: then the column is needed. */
export function joinedNumbers(
  reader: JoinedReader,
  path: string,
  mode: SortMode,
  whole: boolean,
): NumberReader | undefined {
  const source = reader.nested(path);
  const column = source?.column;
  if (!source || (column?.type !== "i32" && column?.type !== "f64")) return undefined;
  const { space, segment, presence, kept, most } = source;
  const { starts } = column;
  const values = column.values as Int32Array | Float64Array;
  let found = new Float64Array(16);
  /** Gathers the values of a document, those of the first `most` nested ones that have any. */
  const gather = (doc: number): number => {
    const end = firstBelow(space, doc + 1, segment);
    let count = 0;
    let taken = 0;
    for (let child = firstBelow(space, doc, segment); child < end && taken < most; child++) {
      if (!isLive(kept, child)) continue;
      const from = starts ? starts[child]! : child;
      const to = starts ? starts[child + 1]! : isLive(presence, child) ? child + 1 : child;
      if (from < to) taken++;
      if (count + to - from > found.length) found = grown(found, count + to - from);
      for (let at = from; at < to; at++) found[count++] = values[at]!;
    }
    return count;
  };
  return (docs, count, into) => {
    for (let i = 0; i < count; i++) {
      const own = gather(docs[i]!);
      if (own > 1) found.subarray(0, own).sort();
      into[i] = own === 0 ? Number.NaN : pick(found, 0, own, mode, whole);
    }
  };
}

function grown(values: Float64Array<ArrayBuffer>, needed: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(Math.max(needed, 2 * values.length));
  more.set(values);
  return more;
}
