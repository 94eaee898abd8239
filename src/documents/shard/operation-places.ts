/**
 * Where operations that no file holds yet stand in the log, in order of sequence number: kept once somebody reads the
 * shard by sequence numbers.
 */
import type { LogPosition } from "../../store/operation-log.ts";

interface Place {
  readonly seqNo: number;
  readonly position: LogPosition;
}

export class OperationPlaces {
  #places: Place[] | undefined;

  get isKept(): boolean {
    return this.#places !== undefined;
  }

  /** Keeps places from now on; `present`: those of the operations that are there, in any order. */
  keep(present: Iterable<Place>): void {
    this.#places = [...present].sort((one, other) => one.seqNo - other.seqNo);
  }

  /** Operations come in order. */
  add(seqNo: number, position: LogPosition): void {
    this.#places?.push({ seqNo, position });
  }

  /** Operations up to a number are in files. */
  sealed(seqNo: number): void {
    if (this.#places) this.#places = this.#places.slice(this.#indexOf(seqNo + 1));
  }

  /** Places in order, from one sequence number up to another one. */
  *between(from: number, to: number): Generator<LogPosition> {
    const places = this.#places ?? [];
    for (let at = this.#indexOf(from); at < places.length; at++) {
      const place = places[at];
      if (!place || place.seqNo > to) return;
      yield place.position;
    }
  }

  /** Index of the first place at or behind a number. */
  #indexOf(seqNo: number): number {
    const places = this.#places ?? [];
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle]?.seqNo ?? 0) < seqNo) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
