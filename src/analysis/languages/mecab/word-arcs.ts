/**
 * The words that match in a text by their ends, and the cheapest path to each: shared by the lattices of all languages.
 */
import type { MecabDictionary } from "./mecab-dictionary.ts";

/** A word that ends at an offset, with the cheapest path to it. */
export interface WordArc {
  /** Cost of the whole path. */
  cost: number;
  readonly rightId: number;
  /** Where the previous arc ends, and its index there. */
  readonly from: number;
  readonly fromIndex: number;
}

/** See the file comment. */
export class WordArcs<Arc extends WordArc> {
  readonly #dictionary: MecabDictionary;
  readonly #arcs: Arc[][] = [];
  #frontier = 0;

  constructor(dictionary: MecabDictionary) {
    this.#dictionary = dictionary;
  }

  /** End of the furthest arc. */
  get frontier(): number {
    return this.#frontier;
  }

  /** The arcs that end at an offset. */
  at(place: number): Arc[] {
    return (this.#arcs[place] ??= []);
  }

  add(end: number, arc: Arc): void {
    this.at(end).push(arc);
    if (end > this.#frontier) this.#frontier = end;
  }

  /**
   * Index of the arc ending at an offset that is cheapest to continue with this left id; -1 when there are none. Left
   * id 0 is the end of the text.
   */
  cheapest(place: number, leftId: number): number {
    const arcs = this.at(place);
    let cost = Infinity;
    let best = -1;
    for (let index = 0; index < arcs.length; index++) {
      const candidate = this.costOf(arcs[index]!, leftId);
      if (candidate >= cost) continue;
      cost = candidate;
      best = index;
    }
    return best;
  }

  /** Cost of the path if a word with this left id follows. */
  costOf(arc: Arc, leftId: number): number {
    return arc.cost + this.#dictionary.connectionCost(arc.rightId, leftId);
  }

  /** The cheapest of all arcs that end from `place` on, with its end; undefined when there are none. */
  cheapestFrom(place: number): { readonly arc: Arc; readonly end: number } | undefined {
    let best: { readonly arc: Arc; readonly end: number } | undefined;
    for (let end = place; end <= this.#frontier; end++) {
      for (const arc of this.at(end)) {
        if (best === undefined || arc.cost < best.arc.cost) best = { arc, end };
      }
    }
    return best;
  }

  /** Keeps only this one of all arcs that end from `place` on. */
  keepOnly(place: number, arc: Arc, end: number): void {
    this.forget(place, this.#frontier + 1);
    this.#arcs[end] = [arc];
    this.#frontier = end;
  }

  /** Keeps only the cheapest of all arcs that end from `place` on; returns its end, or `place` when there are none. */
  keepCheapest(place: number): number {
    const best = this.cheapestFrom(place);
    if (best === undefined) return place;
    this.keepOnly(place, best.arc, best.end);
    return best.end;
  }

  /** Drops the arcs that end at or after `from`, and before `to`. */
  forget(from: number, to: number): void {
    for (let place = from; place < to; place++) this.#arcs[place] = [];
  }
}
