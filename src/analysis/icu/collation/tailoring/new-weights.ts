/** Assigns weights to the new nodes of an order (ICU's CollationBuilder.makeTailoredCEs). */
import { assert } from "../../../../core/assert.ts";
import { DIFFERENCE, type Element } from "./element.ts";
import { refusedRule } from "./refused-rule.ts";
import { BEFORE_WEIGHT, COMMON_WEIGHT, type RootElements } from "./root-elements.ts";
import type { WeightNode, WeightNodes } from "./weight-nodes.ts";
import { weightsBetween } from "./weight-ranges.ts";

/** The elements of the new nodes, by the index of the node. */
export function newElements(
  nodes: WeightNodes,
  root: RootElements,
  isCompressible: (primary: number) => boolean,
): Map<number, Element> {
  const elements = new Map<number, Element>();
  for (const list of nodes.lists) new ListWeights(nodes, root, isCompressible, list).give(elements);
  return elements;
}

/** The weights of one list, while it is walked. */
class ListWeights {
  readonly #nodes: WeightNodes;
  readonly #root: RootElements;
  readonly #isCompressible: (primary: number) => boolean;
  readonly #list: number;
  readonly #place: number;
  #primary: number;
  #secondary: number;
  #tertiary: number;
  #quaternary = 0;
  /** Where further weights of a level come from; undefined: the current one is of the root. */
  #primaries: (() => number) | undefined;
  #secondaries: (() => number) | undefined;
  #tertiaries: (() => number) | undefined;

  constructor(nodes: WeightNodes, root: RootElements, isCompressible: (primary: number) => boolean, list: number) {
    this.#nodes = nodes;
    this.#root = root;
    this.#isCompressible = isCompressible;
    this.#list = list;
    this.#primary = nodes.at(list).weight;
    this.#secondary = this.#tertiary = this.#primary === 0 ? 0 : COMMON_WEIGHT;
    this.#place = this.#primary === 0 ? 0 : root.find(this.#primary);
  }

  give(elements: Map<number, Element>): void {
    for (let index = this.#nodes.at(this.#list).next; index !== 0; index = this.#nodes.at(index).next) {
      const node = this.#nodes.at(index);
      this.#goTo(node);
      if (!node.isNew) continue;
      const lower = this.#secondary * 0x10000 + this.#tertiary + (this.#quaternary << 6);
      elements.set(index, { primary: this.#primary, lower });
    }
  }

  #goTo(node: WeightNode): void {
    if (node.strength === DIFFERENCE.quaternary) {
      if (this.#quaternary === 3) throw refusedRule("quaternary tailoring gap too small");
      this.#quaternary++;
      return;
    }
    this.#quaternary = 0;
    if (node.strength === DIFFERENCE.tertiary) {
      this.#goToTertiary(node);
      return;
    }
    if (node.strength === DIFFERENCE.secondary) this.#goToSecondary(node);
    else this.#goToPrimary(node);
    this.#tertiary = this.#secondary === 0 ? 0 : COMMON_WEIGHT;
    this.#tertiaries = undefined;
  }

  #goToTertiary(node: WeightNode): void {
    if (!node.isNew) {
      this.#tertiary = node.weight;
      this.#tertiaries = undefined;
      return;
    }
    if (!this.#tertiaries) {
      let from = this.#tertiary;
      let limit: number;
      if (from === 0) {
        from = this.#root.tertiaryBoundary - 0x100;
        limit = this.#root.firstTertiary.lower & 0x3f3f;
      } else if (!this.#primaries && !this.#secondaries) {
        limit = this.#root.tertiaryAfter(this.#place, this.#secondary, from);
      } else {
        limit = from === BEFORE_WEIGHT ? COMMON_WEIGHT : this.#root.tertiaryBoundary;
      }
      this.#tertiaries = weightsBetween("tertiary", from, limit, this.#count(node));
      if (!this.#tertiaries) throw refusedRule("tertiary tailoring gap too small");
    }
    this.#tertiary = this.#tertiaries();
  }

  #goToSecondary(node: WeightNode): void {
    if (!node.isNew) {
      this.#secondary = node.weight;
      this.#secondaries = undefined;
      return;
    }
    if (!this.#secondaries) {
      let from = this.#secondary;
      let limit: number;
      if (from === 0) {
        from = this.#root.secondaryBoundary - 0x100;
        limit = this.#root.firstSecondary.lower >>> 16;
      } else if (!this.#primaries) {
        limit = this.#root.secondaryAfter(this.#place, from);
      } else {
        limit = from === BEFORE_WEIGHT ? COMMON_WEIGHT : this.#root.secondaryBoundary;
      }
      // Rows of common weights take the bytes behind the common one.
      if (from === COMMON_WEIGHT) from = this.#root.lastCommonSecondary;
      this.#secondaries = weightsBetween("secondary", from, limit, this.#count(node));
      if (!this.#secondaries) throw refusedRule("secondary tailoring gap too small");
    }
    this.#secondary = this.#secondaries();
  }

  #goToPrimary(node: WeightNode): void {
    assert(node.isNew, "a list has one primary weight of the root");
    if (!this.#primaries) {
      const isCompressible = this.#isCompressible(this.#primary);
      const limit = this.#root.primaryAfter(this.#primary, this.#place, isCompressible);
      this.#primaries = weightsBetween(
        isCompressible ? "compressible" : "primary",
        this.#primary,
        limit,
        this.#count(node),
      );
      if (!this.#primaries) throw refusedRule("primary tailoring gap too small");
    }
    this.#primary = this.#primaries();
    this.#secondary = COMMON_WEIGHT;
    this.#secondaries = undefined;
  }

  /** How many new nodes of the strength of one there are from it on, up to what is stronger or has a weight. */
  #count(first: WeightNode): number {
    let count = 1;
    for (let index = first.next; index !== 0; index = this.#nodes.at(index).next) {
      const node = this.#nodes.at(index);
      if (node.strength < first.strength) break;
      if (node.strength !== first.strength) continue;
      if (!node.isNew) break;
      count++;
    }
    return count;
  }
}
