/** The best-scoring documents among those added, of which only some may have the same key. */
import type { Key } from "../keyed/keyed-buckets.ts";
import { BestDocs } from "./best-docs.ts";

interface KeyedDoc {
  readonly doc: number;
  readonly score: number;
  readonly key: Key;
}

/** Better ones first: of equal scores the earlier document is better. */
function compareDocs(left: KeyedDoc, right: KeyedDoc): number {
  return right.score - left.score || left.doc - right.doc;
}

export class DiverseDocs {
  readonly #limit: number;
  readonly #perKey: number;
  readonly #reserve: (bytes: number) => void;
  #kept: KeyedDoc[] = [];
  #room = 0;

  constructor(limit: number, perKey: number, reserve: (bytes: number) => void) {
    this.#limit = limit;
    this.#perKey = perKey;
    this.#reserve = reserve;
  }

  add(doc: number, score: number, key: Key): void {
    if (this.#perKey === 0) return;
    this.#kept.push({ doc, score, key });
    if (this.#kept.length <= this.#room) return;
    // What is worse than all that fit can come in no more, whatever else comes.
    const best = this.#best();
    if (best.length <= this.#room / 2) this.#kept = best;
    else if (this.#kept.length > this.#room) {
      this.#reserve(this.#room * KEYED_DOC_BYTES + KEYED_DOC_BYTES * FIRST_ROOM);
      this.#room = this.#room * 2 + FIRST_ROOM;
      this.#kept = best;
    }
  }

  #best(): KeyedDoc[] {
    const counts = new Map<Key, number>();
    const best: KeyedDoc[] = [];
    for (const one of this.#kept.sort(compareDocs)) {
      if (best.length === this.#limit) break;
      const before = counts.get(one.key) ?? 0;
      if (before === this.#perKey) continue;
      counts.set(one.key, before + 1);
      best.push(one);
    }
    return best;
  }

  /** The documents that are kept. */
  toBestDocs(): BestDocs {
    const best = this.#best();
    const docs = new BestDocs(Math.max(1, best.length), this.#reserve);
    for (const { doc, score } of best) docs.add(doc, score);
    return docs;
  }
}

const KEYED_DOC_BYTES = 64;
const FIRST_ROOM = 256;
