/**
 * The order that rules define: lists of the root's weights with new ones between them (the graph of ICU's
 * CollationBuilder).
 */
import { assert } from "../../../../core/assert.ts";
import { UNASSIGNED_LEAD } from "../mapping-words.ts";
import { DIFFERENCE, type Element, isTemporary, nodeIndexOf, strengthOf, temporaryElement } from "./element.ts";
import { BEFORE_WEIGHT, COMMON_WEIGHT, type RootElements } from "./root-elements.ts";
import { refusedRule } from "./refused-rule.ts";

/** Nodes that there may be. */
const MOST_NODES = 0xfffff;

/**
 * One weight. A list begins with a primary weight of the root; what follows differs from what is before it by its
 * strength. A node that is not new has a weight, one that is new gets it at last. A node implies the common weights of
 * weaker levels, unless it has nodes before these.
 */
export interface WeightNode {
  readonly strength: number;
  readonly isNew: boolean;
  /** Of 32 bits for primary weights, else of 16. */
  readonly weight: number;
  /** Whether there are secondary or tertiary weights below the common one behind it, and then that one. */
  hasBefore2: boolean;
  hasBefore3: boolean;
  /** 0: none. */
  previous: number;
  next: number;
}

function newNode(strength: number, weight: number | undefined): WeightNode {
  return {
    strength,
    isNew: weight === undefined,
    weight: weight ?? 0,
    hasBefore2: false,
    hasBefore3: false,
    previous: 0,
    next: 0,
  };
}

/** See the file comment. */
export class WeightNodes {
  readonly #root: RootElements;
  readonly #nodes: WeightNode[] = [];
  /** Nodes of primary weights of the root. */
  readonly #primaries = new Map<number, number>();

  constructor(root: RootElements) {
    this.#root = root;
  }

  at(index: number): WeightNode {
    const node = this.#nodes[index];
    assert(node !== undefined, "a node is asked for that there is");
    return node;
  }

  /** The lists, by their primary weights. */
  get lists(): readonly number[] {
    return [...this.#primaries].sort(([one], [other]) => one - other).map(([, index]) => index);
  }

  /** The node after or before which something with some strength is placed. Throws for unmapped characters. */
  nodeOf(element: Element, strength: number): number {
    if (isTemporary(element)) return nodeIndexOf(element);
    if (element.primary >>> 24 === UNASSIGNED_LEAD)
      throw refusedRule("tailoring relative to an unassigned code point not supported");
    return this.nodeOfRoot(element, strength);
  }

  /** The node of an element of the root, down to a level. */
  nodeOfRoot({ primary, lower }: Element, strength: number): number {
    let index = this.ofPrimary(primary);
    if (strength >= DIFFERENCE.secondary) index = this.ofWeak(index, lower >>> 16, DIFFERENCE.secondary);
    if (strength >= DIFFERENCE.tertiary) index = this.ofWeak(index, lower & 0x3f3f, DIFFERENCE.tertiary);
    return index;
  }

  ofPrimary(primary: number): number {
    let index = this.#primaries.get(primary);
    if (index === undefined) {
      index = this.#add(newNode(DIFFERENCE.primary, primary));
      this.#primaries.set(primary, index);
    }
    return index;
  }

  /** The node of a secondary or tertiary weight behind a stronger one. */
  ofWeak(from: number, weight: number, level: number): number {
    if (weight === COMMON_WEIGHT) return this.common(from, level);
    let index = from;
    let node = this.at(index);
    const hasBefore = level === DIFFERENCE.secondary ? node.hasBefore2 : node.hasBefore3;
    if (weight !== 0 && weight < COMMON_WEIGHT && !hasBefore) return this.#insertBelowCommon(index, weight, level);
    let next: number;
    while ((next = node.next) !== 0) {
      node = this.at(next);
      if (node.strength < level) break;
      if (node.strength === level && !node.isNew) {
        if (node.weight === weight) return next;
        if (node.weight > weight) break;
      }
      index = next;
    }
    return this.#insert(index, next, newNode(level, weight));
  }

  /** The node that has, or implies, the common weight of a level behind a stronger one. */
  common(from: number, level: number): number {
    let node = this.at(from);
    if (node.strength >= level) return from;
    if (level === DIFFERENCE.secondary ? !node.hasBefore2 : !node.hasBefore3) return from;
    let index = node.next;
    node = this.at(index);
    do {
      index = node.next;
      node = this.at(index);
    } while (node.isNew || node.strength > level || node.weight < COMMON_WEIGHT);
    return index;
  }

  /** Inserts a new node after a node and everything weaker. */
  insertNew(from: number, strength: number): number {
    let index = from;
    if (strength >= DIFFERENCE.secondary) index = this.common(index, DIFFERENCE.secondary);
    if (strength >= DIFFERENCE.tertiary) index = this.common(index, DIFFERENCE.tertiary);
    let node = this.at(index);
    let next: number;
    while ((next = node.next) !== 0) {
      node = this.at(next);
      if (node.strength <= strength) break;
      index = next;
    }
    return this.#insert(index, next, newNode(strength, undefined));
  }

  /**
   * Where something must be put that comes just before an element (`&[before 1]`); `isCompressible` tells of primary
   * weights.
   */
  before(element: Element, strength: number, isCompressible: (primary: number) => boolean): Element {
    let index = this.nodeOf(element, strength);
    while (this.at(index).strength > strength) index = this.at(index).previous;
    const node = this.at(index);
    let own = strength;
    if (node.strength === strength && node.isNew) {
      index = node.previous;
    } else if (strength === DIFFERENCE.primary) {
      index = this.#lastBefore(node.weight, isCompressible);
    } else {
      index = this.#beforeWeak(index, strength);
      own = strengthOf(element);
    }
    return temporaryElement(index, own);
  }

  /** The last node behind the primary weight before one. */
  #lastBefore(primary: number, isCompressible: (primary: number) => boolean): number {
    if (primary === 0) throw refusedRule("reset primary-before ignorable not possible");
    if (primary <= this.#root.firstPrimary) throw refusedRule("reset primary-before first non-ignorable not supported");
    if (primary === 0xff020200) throw refusedRule("reset primary-before [first trailing] not supported");
    let index = this.ofPrimary(this.#root.primaryBefore(primary, isCompressible(primary)));
    while (this.at(index).next !== 0) index = this.at(index).next;
    return index;
  }

  #beforeWeak(from: number, strength: number): number {
    let index = this.common(from, DIFFERENCE.secondary);
    if (strength >= DIFFERENCE.tertiary) index = this.common(index, DIFFERENCE.tertiary);
    let node = this.at(index);
    if (node.strength !== strength) return this.ofWeak(index, this.#weightBefore(index, strength), strength);
    if (node.weight === 0) {
      throw refusedRule(
        strength === DIFFERENCE.secondary
          ? "reset secondary-before secondary ignorable not possible"
          : "reset tertiary-before completely ignorable not possible",
      );
    }
    const weight = this.#weightBefore(index, strength);
    const previous = node.previous;
    let found = COMMON_WEIGHT;
    for (let at = previous; ; at = node.previous) {
      node = this.at(at);
      if (node.strength < strength) break;
      if (node.strength === strength && !node.isNew) {
        found = node.weight;
        break;
      }
    }
    return found === weight ? previous : this.#insert(previous, index, newNode(strength, weight));
  }

  /** The weight of the root before that of a node; the lowest for what is new. */
  #weightBefore(from: number, level: number): number {
    let index = from;
    let node = this.at(index);
    const tertiary = node.strength === DIFFERENCE.tertiary ? node.weight : COMMON_WEIGHT;
    const goUp = (strength: number): void => {
      while (node.strength > strength) {
        index = node.previous;
        node = this.at(index);
      }
    };
    goUp(DIFFERENCE.secondary);
    if (node.isNew) return BEFORE_WEIGHT;
    const secondary = node.strength === DIFFERENCE.secondary ? node.weight : COMMON_WEIGHT;
    goUp(DIFFERENCE.primary);
    if (node.isNew) return BEFORE_WEIGHT;
    return level === DIFFERENCE.secondary
      ? this.#root.secondaryBefore(node.weight, secondary)
      : this.#root.tertiaryBefore(node.weight, secondary, tertiary);
  }

  /** Puts a first weight below the common one behind a node, and that one behind it. */
  #insertBelowCommon(parent: number, weight: number, level: number): number {
    const node = this.at(parent);
    const common = newNode(level, COMMON_WEIGHT);
    if (level === DIFFERENCE.secondary) {
      common.hasBefore3 = node.hasBefore3;
      node.hasBefore3 = false;
      node.hasBefore2 = true;
    } else {
      node.hasBefore3 = true;
    }
    const { next } = node;
    const index = this.#insert(parent, next, newNode(level, weight));
    this.#insert(index, next, common);
    return index;
  }

  #insert(previous: number, next: number, node: WeightNode): number {
    const index = this.#add(node);
    node.previous = previous;
    node.next = next;
    this.at(previous).next = index;
    if (next !== 0) this.at(next).previous = index;
    return index;
  }

  #add(node: WeightNode): number {
    if (this.#nodes.length > MOST_NODES) throw refusedRule("too many mappings");
    this.#nodes.push(node);
    return this.#nodes.length - 1;
  }
}
