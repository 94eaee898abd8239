/** Loads the points of a batch of documents from a column, as the encoding keeps them: latitudes, or y, first. */
import { decodeLatitude, decodeLongitude, encodeLatitude, encodeLongitude } from "../../core/geo-encoding.ts";
import { parsePlanePoint } from "../../mapping/shapes/plane-point.ts";
import { plane } from "../../mapping/shapes/shape-grid.ts";
import { parseGeoPoint } from "../../mapping/geo/geo-point-value.ts";
import type { ColumnReader, SegmentReader } from "../../segment/segment-reader.ts";
import { BATCH_DOCS } from "../aggregation-kind.ts";
import { IDENTITY } from "../values/identity.ts";
import type { ValuesSource } from "../values/values-source.ts";

/** Point `i` belongs to the document at place `places[i]` of the batch; places ascend. */
export class PointValues {
  readonly #column: ColumnReader | undefined;
  readonly #presence: Uint32Array | undefined;
  readonly #isPlane: boolean;
  readonly #missing: { readonly lat: number; readonly lon: number } | undefined;
  lats = new Float64Array(BATCH_DOCS);
  lons = new Float64Array(BATCH_DOCS);
  places: Uint32Array = IDENTITY;
  #count = 0;

  constructor(reader: SegmentReader, source: ValuesSource) {
    this.#column = reader.column(source.path);
    this.#presence = this.#column && reader.presence(source.path);
    this.#isPlane = source.shape === "plane-points";
    this.#missing = source.missing instanceof Uint8Array ? missingPoint(source.missing, this.#isPlane) : undefined;
  }

  /** False when no document of the segment can have a point. */
  get any(): boolean {
    return this.#column !== undefined || this.#missing !== undefined;
  }

  /** Loads a batch; answers the number of points. */
  load(docs: Uint32Array, count: number): number {
    this.#count = 0;
    const column = this.#column;
    if (column?.values instanceof Int32Array && column.values2 && !column.starts && !this.#presence && !this.#isPlane)
      return this.#loadSingle(column.values, column.values2, docs, count);
    if (this.places === IDENTITY) this.places = new Uint32Array(this.lats.length);
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const present =
        column !== undefined && (!this.#presence || ((this.#presence[doc >>> 5]! >>> (doc & 31)) & 1) === 1);
      const from = column?.starts ? column.starts[doc]! : doc;
      const to = column?.starts ? column.starts[doc + 1]! : present ? doc + 1 : doc;
      if (from === to && this.#missing) this.#add(i, this.#missing.lat, this.#missing.lon);
      for (let at = from; at < to; at++) {
        const [first, second] = [Number(column!.values[at]), column!.values2![at]!];
        // The column of a plane has x first.
        if (this.#isPlane) this.#add(i, plane.decodeY(second), plane.decodeX(first));
        else this.#add(i, decodeLatitude(first), decodeLongitude(second));
      }
    }
    return this.#count;
  }

  /** Points on the globe, one in each document. */
  #loadSingle(first: Int32Array, second: Int32Array, docs: Uint32Array, count: number): number {
    const { lats, lons } = this;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      lats[i] = decodeLatitude(first[doc]!);
      lons[i] = decodeLongitude(second[doc]!);
    }
    return count;
  }

  #add(place: number, lat: number, lon: number): void {
    if (this.#count === this.lats.length) this.#grow();
    this.lats[this.#count] = lat;
    this.lons[this.#count] = lon;
    this.places[this.#count++] = place;
  }

  #grow(): void {
    const lats = new Float64Array(this.lats.length * 2);
    const lons = new Float64Array(lats.length);
    const places = new Uint32Array(lats.length);
    lats.set(this.lats);
    lons.set(this.lons);
    places.set(this.places);
    this.lats = lats;
    this.lons = lons;
    this.places = places;
  }
}

function missingPoint(text: Uint8Array, isPlane: boolean): { lat: number; lon: number } {
  if (isPlane) {
    const { x, y } = parsePlanePoint(Buffer.from(text).toString(), true);
    return { lat: Math.fround(y), lon: Math.fround(x) };
  }
  const { lat, lon } = parseGeoPoint(Buffer.from(text).toString(), true);
  return { lat: decodeLatitude(encodeLatitude(lat)), lon: decodeLongitude(encodeLongitude(lon)) };
}
