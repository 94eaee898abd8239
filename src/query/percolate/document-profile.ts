/** What documents have, in the form in which the requirements of stored queries are indexed (see `percolator`). */
import { stepsUp } from "../../segment/nested-docs.ts";
import { PostingsReader } from "../../segment/postings/postings-reader.ts";
import type { ColumnReader, FieldsReader, NestedReader, SegmentReader } from "../../segment/segment-reader.ts";
import { boundBytes } from "../percolation/range-candidates.ts";

/** The terms of one document, nested ones included, and the range of its values in each field. */
export interface DocumentProfile {
  /** `field NUL term` each. */
  readonly terms: Uint8Array[];
  readonly ranges: ValueRange[];
}

/** The least and the greatest value of a document in a field. */
export interface ValueRange {
  /** `field NUL`. */
  readonly prefix: Uint8Array;
  readonly least: Uint8Array;
  readonly most: Uint8Array;
}

/** Addresses are terms of this length, and ranges at the same time. */
const ADDRESS_BYTES = 16;

/** The profile of each document of a segment. */
export function profilesOf(segment: SegmentReader): readonly DocumentProfile[] {
  const profiles = Array.from({ length: segment.docCount }, (): DocumentProfile => ({ terms: [], ranges: [] }));
  addScope(profiles, segment, []);
  for (const space of segment.spaces) addScope(profiles, space, stepsUp(space, segment));
  return profiles;
}

/** Adds what the documents of a scope have; `steps` lead from them to the documents themselves. */
function addScope(
  profiles: readonly DocumentProfile[],
  scope: SegmentReader | NestedReader,
  steps: readonly Uint32Array[],
): void {
  const profileOf = (doc: number): DocumentProfile => profiles[steps.reduce((at, step) => step[at]!, doc)]!;
  for (const name of scope.fieldNames()) {
    const prefix = Buffer.from(`${name}\0`, "utf8");
    addTerms(scope, name, prefix, profileOf);
    addRange(scope, name, prefix, profileOf);
  }
}

function addTerms(
  scope: FieldsReader,
  name: string,
  prefix: Uint8Array,
  profileOf: (doc: number) => DocumentProfile,
): void {
  const terms = scope.terms(name);
  const directory = scope.field(name)?.terms;
  if (!terms || !directory || directory.detail === "none") return;
  const postings = new PostingsReader(scope.data, directory);
  for (let ordinal = 0; ordinal < terms.count; ordinal++) {
    const bytes = terms.bytes(ordinal);
    const term = Buffer.concat([prefix, bytes]);
    const address = bytes.length === ADDRESS_BYTES ? term.subarray(prefix.length) : undefined;
    postings.open(ordinal);
    for (let count = postings.nextBlock(); count > 0; count = postings.nextBlock()) {
      for (let at = 0; at < count; at++) {
        const profile = profileOf(postings.docs[at]!);
        profile.terms.push(term);
        if (address) profile.ranges.push({ prefix, least: address, most: address });
      }
    }
  }
}

function addRange(
  scope: FieldsReader,
  name: string,
  prefix: Uint8Array,
  profileOf: (doc: number) => DocumentProfile,
): void {
  if (!scope.field(name)?.column) return;
  const column = scope.column(name);
  if (!column || !isNumeric(column)) return;
  const presence = scope.presence(name);
  for (let doc = 0; doc < scope.docCount; doc++) {
    if (presence && ((presence[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
    const from = column.starts ? column.starts[doc]! : doc;
    const to = column.starts ? column.starts[doc + 1]! : doc + 1;
    let least = Infinity;
    let most = -Infinity;
    for (let at = from; at < to; at++) {
      const value = Number(column.values[at]);
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    if (least <= most) profileOf(doc).ranges.push({ prefix, least: boundBytes(least), most: boundBytes(most) });
  }
}

function isNumeric({ type }: ColumnReader): boolean {
  return type === "i32" || type === "f64" || type === "i64";
}
