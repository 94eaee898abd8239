/** The builder's buffer for the points of one field. */
import type { ColumnDirectory } from "../format.ts";
import { GrowingInt32, GrowingUint32 } from "../memory/growing-arrays.ts";
import type { MemoryTally } from "../memory/growing-arrays.ts";
import type { SectionAllocator } from "../memory/section-allocator.ts";
import { finishPoints, slotCount } from "./column-writer.ts";
import { layoutOf, runEnd } from "./value-docs.ts";

/** Encoded points in order of arrival, with their documents. */
export class PointValues {
  private readonly docs: GrowingUint32;
  private readonly latitudes: GrowingInt32;
  private readonly longitudes: GrowingInt32;

  constructor(tally: MemoryTally) {
    this.docs = new GrowingUint32(tally);
    this.latitudes = new GrowingInt32(tally);
    this.longitudes = new GrowingInt32(tally);
  }

  get count(): number {
    return this.docs.length;
  }

  add(doc: number, latitude: number, longitude: number): void {
    this.docs.push(doc);
    this.latitudes.push(latitude);
    this.longitudes.push(longitude);
  }

  /** Discards the points of documents numbered `docCount` and above. */
  truncate(docCount: number): void {
    while ((this.docs.last() ?? -1) >= docCount) this.docs.length--;
    this.latitudes.length = this.docs.length;
    this.longitudes.length = this.docs.length;
  }

  write(allocator: SectionAllocator, docCount: number, present: number): ColumnDirectory {
    const docs = this.docs.values();
    const layout = layoutOf(allocator, docs, docCount, present);
    const slots = slotCount(layout);
    const latitudes = this.latitudes.values();
    const longitudes = this.longitudes.values();
    if (layout.starts) sortRuns(docs, latitudes, longitudes);
    const latitudeSection = allocator.section(slots * 4);
    const longitudeSection = allocator.section(slots * 4);
    const toLatitudes = allocator.i32(latitudeSection);
    const toLongitudes = allocator.i32(longitudeSection);
    for (let i = 0; i < docs.length; i++) {
      const at = layout.starts ? i : docs[i]!;
      toLatitudes[at] = latitudes[i]!;
      toLongitudes[at] = longitudes[i]!;
    }
    return finishPoints(latitudeSection, longitudeSection, layout);
  }
}

/** Orders the points of each document by latitude, then longitude, as Lucene's sorted numeric doc values do. */
function sortRuns(docs: Uint32Array, latitudes: Int32Array, longitudes: Int32Array): void {
  for (let from = 0; from < docs.length;) {
    const to = runEnd(docs, from);
    if (to - from > 1) sortRun(latitudes.subarray(from, to), longitudes.subarray(from, to));
    from = to;
  }
}

function sortRun(latitudes: Int32Array, longitudes: Int32Array): void {
  const points = Array.from(latitudes, (latitude, i) => ({ latitude, longitude: longitudes[i]! }));
  points.sort((a, b) => a.latitude - b.latitude || a.longitude - b.longitude);
  points.forEach((point, i) => {
    latitudes[i] = point.latitude;
    longitudes[i] = point.longitude;
  });
}
