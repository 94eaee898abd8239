/** How often a phrase occurs in a document, from the positions of its words (Lucene's phrase matchers). */
import type { PlacePositions } from "./phrase-operator.ts";
import { PlaceQueue, type QueuedPlace } from "./place-queue.ts";

/** The frequency: a count for an exact phrase, a sum of 1 / (1 + distance) as float32 for a sloppy one. */
export function phraseFrequency(places: readonly PlacePositions[], slop: number): number {
  if (slop === 0) return exactFrequency(places);
  return shareTerms(places) ? sloppyFrequency(places, slop) : distinctFrequency(places, slop);
}

/** The frequency of a sloppy phrase in which words may repeat. */
export function sloppyFrequency(places: readonly PlacePositions[], slop: number): number {
  return new SloppyMatcher(places, slop).frequency();
}

function shareTerms(places: readonly PlacePositions[]): boolean {
  for (let i = 1; i < places.length; i++) {
    for (const term of places[i]!.terms) {
      for (let j = 0; j < i; j++) if (places[j]!.terms.includes(term)) return true;
    }
  }
  return false;
}

// For each place: the index of its current position, and the start of the phrase that this implies. Shared buffers,
// used within one call.
const indexes: number[] = [];
const starts: number[] = [];

/** The frequency of a sloppy phrase without repeated words: as `SloppyMatcher`, without conflicts to resolve. */
function distinctFrequency(places: readonly PlacePositions[], slop: number): number {
  const count = places.length;
  let end = -Infinity;
  for (let i = 0; i < count; i++) {
    const place = places[i]!;
    const start = place.positions[0]! - place.offset;
    indexes[i] = 0;
    starts[i] = start;
    if (start > end) end = start;
  }
  let sum = 0;
  let current = furthestBehind(count, -1);
  let next = starts[furthestBehind(count, current)] ?? Infinity;
  let length = end - starts[current]!;
  for (;;) {
    const { positions, offset } = places[current]!;
    const index = ++indexes[current]!;
    if (index >= positions.length) break;
    const start = positions[index]! - offset;
    starts[current] = start;
    if (start > end) end = start;
    if (start <= next) {
      if (end - start < length) length = end - start;
      continue;
    }
    if (length <= slop) sum = Math.fround(sum + Math.fround(1 / (1 + length)));
    current = furthestBehind(count, -1);
    next = starts[furthestBehind(count, current)] ?? Infinity;
    length = end - starts[current]!;
  }
  return length <= slop ? Math.fround(sum + Math.fround(1 / (1 + length))) : sum;
}

/**
 * The place with the least start other than `except`; the first of equals, since offsets ascend. -1 when there is none.
 */
function furthestBehind(count: number, except: number): number {
  let found = -1;
  for (let i = 0; i < count; i++) if (i !== except && (found < 0 || starts[i]! < starts[found]!)) found = i;
  return found;
}

function exactFrequency(places: readonly PlacePositions[]): number {
  const [first, ...others] = places;
  if (!first) return 0;
  const cursors = new Int32Array(others.length);
  let count = 0;
  for (const position of first.positions) {
    const start = position - first.offset;
    const all = others.every((place, index) => {
      const wanted = start + place.offset;
      let at = cursors[index] ?? 0;
      while (at < place.positions.length && (place.positions[at] ?? 0) < wanted) at++;
      cursors[index] = at;
      return place.positions[at] === wanted;
    });
    if (all) count++;
  }
  return count;
}

interface Moving extends QueuedPlace {
  at: number;
  position: number;
  /** Places that share terms with this one, itself included, by offset; undefined when there are no others. */
  group: Moving[] | undefined;
}

/** Lucene's `SloppyPhraseMatcher`: advances the place that is furthest behind until it passes the others. */
class SloppyMatcher {
  readonly #slop: number;
  readonly #places: readonly Moving[];
  readonly #groups: readonly (readonly Moving[])[];
  readonly #severalTerms: boolean;
  readonly #queue = new PlaceQueue<Moving>();
  #end = -Infinity;

  constructor(places: readonly PlacePositions[], slop: number) {
    this.#slop = slop;
    this.#places = places.map((place, order) => ({
      place,
      order,
      at: 0,
      position: (place.positions[0] ?? 0) - place.offset,
      group: undefined,
    }));
    this.#groups = repeatGroups(this.#places);
    this.#severalTerms = places.some((place) => place.terms.length > 1);
  }

  frequency(): number {
    if (!this.#separateRepeats()) return 0;
    for (const moving of this.#places) this.#enqueue(moving);
    let sum = 0;
    let length = 0;
    let current = this.#dequeue();
    length = this.#end - current.position;
    let next = this.#queue.top?.position ?? Infinity;
    for (;;) {
      if (!this.#advance(current) || !this.#resolveRepeats(current)) break;
      if (current.position > next) {
        this.#enqueue(current);
        if (length <= this.#slop) sum = Math.fround(sum + Math.fround(1 / (1 + length)));
        current = this.#dequeue();
        next = this.#queue.top?.position ?? Infinity;
        length = this.#end - current.position;
      } else {
        length = Math.min(length, this.#end - current.position);
      }
    }
    return length <= this.#slop ? Math.fround(sum + Math.fround(1 / (1 + length))) : sum;
  }

  #advance(moving: Moving): boolean {
    if (!step(moving)) return false;
    this.#end = Math.max(this.#end, moving.position);
    return true;
  }

  #enqueue(moving: Moving): void {
    this.#end = Math.max(this.#end, moving.position);
    this.#queue.add(moving);
  }

  #dequeue(): Moving {
    return this.#queue.pop()!;
  }

  /** At the start, moves places that share terms to different words. */
  #separateRepeats(): boolean {
    for (const group of this.#groups) {
      if (!this.#severalTerms) {
        for (const [index, moving] of group.entries()) {
          for (let times = 0; times < index; times++) if (!step(moving)) return false;
        }
        continue;
      }
      for (const moving of group) {
        for (let other = colliding(moving); other; other = colliding(moving)) {
          if (!this.#advance(lesser(moving, other))) return false;
        }
      }
    }
    return true;
  }

  /** After a move, advances the lesser of two places at the same word. False when a place is exhausted. */
  #resolveRepeats(moved: Moving): boolean {
    const { group } = moved;
    if (!group) return true;
    const met = new Set<number>();
    let moving = moved;
    for (let other = colliding(moving); other; other = colliding(moving)) {
      const index = group.indexOf(other);
      moving = lesser(moving, other);
      if (!this.#advance(moving)) return false;
      if (other !== moved) met.add(index);
    }
    this.#queueAgain(met);
    return true;
  }

  /**
   * Takes places out of the queue and puts them back, until one with each wanted index in its group was among them; as
   * in Lucene, from any group.
   */
  #queueAgain(wanted: Set<number>): void {
    const taken: Moving[] = [];
    while (wanted.size > 0) {
      const place = this.#queue.pop();
      if (!place) break;
      taken.push(place);
      if (place.group) wanted.delete(place.group.indexOf(place));
    }
    for (const place of taken.toReversed()) this.#queue.add(place);
  }
}

function step(moving: Moving): boolean {
  const position = moving.place.positions[++moving.at];
  if (position === undefined) return false;
  moving.position = position - moving.place.offset;
  return true;
}

function lesser(one: Moving, other: Moving): Moving {
  const first = one.position - other.position || one.place.offset - other.place.offset;
  return first < 0 ? one : other;
}

function colliding(moving: Moving): Moving | undefined {
  const word = moving.position + moving.place.offset;
  return moving.group?.find((other) => other !== moving && other.position + other.place.offset === word);
}

/** Places that share terms, directly or through others, ordered by offset. */
function repeatGroups(places: readonly Moving[]): Moving[][] {
  const groups: { members: Moving[]; terms: Set<number> }[] = [];
  for (const moving of places) {
    const touching = groups.filter((group) => moving.place.terms.some((term) => group.terms.has(term)));
    const merged = {
      members: [...touching.flatMap((group) => group.members), moving],
      terms: new Set<number>(moving.place.terms),
    };
    for (const group of touching) {
      for (const term of group.terms) merged.terms.add(term);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(merged);
  }
  const repeating = groups.filter((group) => group.members.length > 1).map((group) => group.members);
  for (const members of repeating) {
    members.sort((one, other) => one.place.offset - other.place.offset);
    for (const moving of members) moving.group = members;
  }
  return repeating;
}
