/**
 * The words that fit into a text by where they end, and which way through them is cheapest so far: what the lattices of
 * languages share.
 */
import type { MecabDictionary } from "./mecab-dictionary.ts";

/** A word that ends at a place, with the cheapest way to it. */
export interface WordArc {
  /** Of the whole way. */
  cost: number;
  readonly rightId: number;
  /** Where the arc that it continues ends, and which of those. */
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

  /** Where the furthest arc ends. */
  get frontier(): number {
    return this.#frontier;
  }

  /** The arcs that end at a place. */
  at(place: number): Arc[] {
    return (this.#arcs[place] ??= []);
  }

  add(end: number, arc: Arc): void {
    this.at(end).push(arc);
    if (end > this.#frontier) this.#frontier = end;
  }

  /**
   * Which of the arcs that end at a place a word with this left id continues most cheaply; -1: there are none. 0 is the
   * end of the text.
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

  /** What the way costs when a word with this left id follows. */
  costOf(arc: Arc, leftId: number): number {
    return arc.cost + this.#dictionary.connectionCost(arc.rightId, leftId);
  }

  /** The cheapest of all arcs that end from `place` on, and where it ends; undefined when there are none. */
  cheapestFrom(place: number): { readonly arc: Arc; readonly end: number } | undefined {
    let best: { readonly arc: Arc; readonly end: number } | undefined;
    for (let end = place; end <= this.#frontier; end++) {
      for (const arc of this.at(end)) {
        if (best === undefined || arc.cost < best.arc.cost) best = { arc, end };
      }
    }
    return best;
  }

  /** Keeps this one of all arcs that end from `place` on. */
  keepOnly(place: number, arc: Arc, end: number): void {
    this.forget(place, this.#frontier + 1);
    this.#arcs[end] = [arc];
    this.#frontier = end;
  }

  /**
   * Keeps the cheapest of all arcs that end from `place` on; answers where it ends, and `place` when there are none.
   */
  keepCheapest(place: number): number {
    const best = this.cheapestFrom(place);
    if (best === undefined) return place;
    this.keepOnly(place, best.arc, best.end);
    return best.end;
  }

  /** Forgets the arcs that end at `from` or behind, and before `to`. */
  forget(from: number, to: number): void {
    for (let place = from; place < to; place++) this.#arcs[place] = [];
  }
}
