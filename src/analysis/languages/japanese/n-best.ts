/**
 * The words on other ways through a part of a text that cost little more than the cheapest: `nbest_cost` and
 * `nbest_examples` (the Lattice in Lucene's JapaneseTokenizer). Sums are Java's integers of 32 bits.
 */
import type { MecabDictionary, Words } from "../mecab/mecab-dictionary.ts";
import type { WordArc, WordArcs } from "../mecab/word-arcs.ts";

/** A word of the dictionary that fits, on its cheapest way. */
export interface JapaneseArc extends WordArc {
  /** -1 where the text begins. */
  readonly word: number;
  readonly table: Words;
}

const MOST_INTEGER = 0x7fffffff;

/** A word that fits; offsets count from the last decision. */
interface Node {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  readonly table: Words;
  readonly leftId: number;
  readonly rightId: number;
  readonly wordCost: number;
  /** Of the cheapest way from the last decision to the word, and from the word to the end. */
  leftCost: number;
  rightCost: number;
  /** The next word on that way. */
  next: Node | undefined;
  /** Whether it stands where no way leads, or its span is told already. */
  done: boolean;
}

/** A part of a text between two decisions. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  /** Whether the text ends here, which costs too. */
  readonly last: boolean;
}

/** All ways through a part. */
export class NBestWays {
  readonly #dictionary: MecabDictionary;
  readonly #part: TextPart;
  readonly #nodes: Node[] = [];
  /** By place: the words that start and that end there, those that came last first. */
  readonly #starting: Node[][];
  readonly #ending: Node[][];
  readonly #first: Node;
  readonly #end: Node;

  /** `arcs` as they are at a decision, before anything of it is told. */
  constructor(dictionary: MecabDictionary, arcs: WordArcs<JapaneseArc>, part: TextPart) {
    this.#dictionary = dictionary;
    this.#part = part;
    const length = part.end - part.start;
    this.#starting = Array.from({ length: length + 1 }, () => []);
    this.#ending = Array.from({ length: length + 1 }, () => []);
    const [before] = arcs.at(part.start);
    this.#first = this.#node(-1, 0, before);
    this.#end = this.#node(length, -1, undefined);
    for (let end = length; end > 0; end--) {
      // What leads no further is left out.
      if (this.#starting[end]!.length === 0) continue;
      for (const arc of arcs.at(part.start + end)) this.#nodes.push(this.#node(arc.from - part.start, end, arc));
    }
    for (const nodes of [...this.#starting, ...this.#ending]) nodes.reverse();
    for (let at = 1; at < length; at++) {
      if (this.#ending[at]!.length === 0) for (const node of this.#starting[at]!) node.done = true;
    }
    this.#findLeftCosts();
    this.#findRightCosts();
  }

  /**
   * The words on the cheapest way, then those of others that cost at most `limit` more, the cheapest first, one for
   * each span.
   */
  words(limit: number): readonly Node[] {
    const found: Node[] = [];
    for (let node = this.#first.next; node !== undefined && node !== this.#end; node = node.next) {
      found.push(node);
      this.#finishSpan(node);
    }
    const most = (this.#bestCost + limit) | 0;
    for (const node of [...this.#nodes].sort((one, other) => costOf(one) - costOf(other))) {
      if (node.done) continue;
      if (most < costOf(node)) break;
      found.push(node);
      this.#finishSpan(node);
    }
    return found;
  }

  /**
   * How much more a way with a word between two places of the text costs; the largest integer when the part has them
   * not.
   */
  probe(from: number, to: number): number {
    const start = from - this.#part.start;
    const end = to - this.#part.start;
    if (start < 0 || this.#starting.length < end) return MOST_INTEGER;
    let cost = MOST_INTEGER;
    for (const node of this.#starting[start]!) if (node.end === end) cost = Math.min(cost, costOf(node));
    return (cost - this.#bestCost) | 0;
  }

  get #bestCost(): number {
    return this.#end.leftCost;
  }

  #node(start: number, end: number, arc: JapaneseArc | undefined): Node {
    const known = arc !== undefined && arc.word >= 0;
    const node: Node = {
      start,
      end,
      word: arc?.word ?? -1,
      table: arc?.table ?? this.#dictionary.known,
      leftId: known ? arc.table.leftId(arc.word) : 0,
      rightId: known ? arc.table.rightId(arc.word) : 0,
      wordCost: known ? arc.table.cost(arc.word) : 0,
      leftCost: 0,
      rightCost: 0,
      next: undefined,
      done: false,
    };
    if (start >= 0) this.#starting[start]!.push(node);
    if (end >= 0) this.#ending[end]!.push(node);
    return node;
  }

  #findLeftCosts(): void {
    for (const [at, nodes] of this.#starting.entries()) {
      for (const node of nodes) {
        if (node.done) continue;
        let least = MOST_INTEGER;
        for (const left of this.#ending[at]!) {
          if (!left.done)
            least = Math.min(least, (left.leftCost + left.wordCost + this.#connectionCost(left, node)) | 0);
        }
        node.leftCost = least;
      }
    }
  }

  #findRightCosts(): void {
    for (let at = this.#ending.length - 1; at >= 0; at--) {
      for (const node of this.#ending[at]!) {
        if (node.done) continue;
        let least = MOST_INTEGER;
        for (const right of this.#starting[at]!) {
          if (right.done) continue;
          const cost = (right.rightCost + right.wordCost + this.#connectionCost(node, right)) | 0;
          if (cost >= least) continue;
          least = cost;
          node.next = right;
        }
        node.rightCost = least;
      }
    }
  }

  #connectionCost(left: Node, right: Node): number {
    return right.leftId === 0 && !this.#part.last ? 0 : this.#dictionary.connectionCost(left.rightId, right.leftId);
  }

  /** Words of the same span that are read otherwise are not told. */
  #finishSpan({ start, end }: Node): void {
    for (const node of this.#starting[start]!) if (node.end === end) node.done = true;
  }
}

/** Of the cheapest way with this word. */
function costOf(node: Node): number {
  return (node.leftCost + node.wordCost + node.rightCost) | 0;
}
