/** The buckets of the documents of a batch. */
import { BATCH_DOCS } from "../aggregation-kind.ts";

/** A growing list of (position in the batch, bucket) pairs. */
export class Memberships {
  places = new Uint32Array(BATCH_DOCS);
  buckets = new Uint32Array(BATCH_DOCS);
  count = 0;
  readonly #starts = new Uint32Array(BATCH_DOCS + 1);
  #sortedPlaces = new Uint32Array(BATCH_DOCS);
  #sortedBuckets = new Uint32Array(BATCH_DOCS);

  add(place: number, bucket: number): void {
    if (this.count === this.places.length) this.#grow();
    this.places[this.count] = place;
    this.buckets[this.count++] = bucket;
  }

  /** Sorts the pairs by position; stable for pairs with the same position. */
  sortByPlace(batchCount: number): void {
    const { places, buckets, count } = this;
    const starts = this.#starts.fill(0, 0, batchCount + 1);
    for (let i = 0; i < count; i++) starts[places[i]! + 1]! += 1;
    for (let place = 0; place < batchCount; place++) starts[place + 1]! += starts[place]!;
    for (let i = 0; i < count; i++) {
      const to = starts[places[i]!]!++;
      this.#sortedPlaces[to] = places[i]!;
      this.#sortedBuckets[to] = buckets[i]!;
    }
    this.places = this.#sortedPlaces;
    this.buckets = this.#sortedBuckets;
    this.#sortedPlaces = places;
    this.#sortedBuckets = buckets;
  }

  #grow(): void {
    const size = this.places.length * 2;
    const grown = (from: Uint32Array): Uint32Array<ArrayBuffer> => {
      const to = new Uint32Array(size);
      to.set(from);
      return to;
    };
    this.places = grown(this.places);
    this.buckets = grown(this.buckets);
    this.#sortedPlaces = new Uint32Array(size);
    this.#sortedBuckets = new Uint32Array(size);
  }
}
