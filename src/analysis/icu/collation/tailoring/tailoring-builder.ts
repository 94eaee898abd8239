/** Puts the resets and relations of rules into an order, and builds mappings from it (ICU's CollationBuilder). */
import { assert } from "../../../../core/assert.ts";
import { combiningClass } from "../../transforms/combining-class.ts";
import type { CollationMappings } from "../collation-data.ts";
import { CollationElements } from "../collation-elements.ts";
import { lastOfGroup } from "../collation-settings.ts";
import { placeOf } from "../script-reordering.ts";
import {
  codePointsOf,
  composites,
  equivalentsOf,
  isHangulSyllable,
  isOrderly,
  mergeComposite,
} from "./canonical-closure.ts";
import { DIFFERENCE, type Element, isTemporary, nodeIndexOf, strengthOf, temporaryElement } from "./element.ts";
import { newElements } from "./new-weights.ts";
import { refusedRule } from "./refused-rule.ts";
import { rootElementsOf } from "./root-contexts.ts";
import { RootElements } from "./root-elements.ts";
import { specialPosition, type SpecialPosition } from "./special-positions.ts";
import { MOST_ELEMENTS, TailoredMappings } from "./tailored-mappings.ts";
import { WeightNodes } from "./weight-nodes.ts";

const HAN = 17;
const PUNCTUATION = 1;

/** Texts that rules put into an order, at most: the largest of the data have 45,000. */
const MOST_RELATIONS = 65_536;

/** Bits of an element that tell case. */
const CASE_BITS = 0xc000;
const UPPER_CASE = 0x8000;

/** See the file comment. What it is told must be in the order of the rules. */
export class TailoringBuilder {
  readonly #base: CollationMappings;
  readonly #root: RootElements;
  readonly #nodes: WeightNodes;
  readonly #mappings: TailoredMappings;
  readonly #rootReader: CollationElements;
  /** The elements that the next relation follows. */
  #current: Element[] = [];
  #relations = 0;

  constructor(base: CollationMappings) {
    this.#base = base;
    this.#root = new RootElements(base.rootElements);
    this.#nodes = new WeightNodes(this.#root);
    this.#mappings = new TailoredMappings(base);
    this.#rootReader = new CollationElements(base, false);
  }

  /** Moves to a text or special position; with a strength, to just before it. */
  reset(strength: number, position: string | SpecialPosition): void {
    if (typeof position === "string") {
      this.#current = this.#mappings.elementsOf(position.normalize("NFD"));
      if (this.#current.length > MOST_ELEMENTS)
        throw refusedRule("reset position maps to too many collation elements (more than 31)");
    } else {
      this.#current = [this.#special(position)];
    }
    if (strength === DIFFERENCE.identical) return;
    const last = this.#dropWeaker(strength);
    this.#current[this.#current.length - 1] = this.#nodes.before(last, strength, (primary) =>
      this.#isCompressible(primary),
    );
  }

  /** Places a text after the current position. */
  relate(strength: number, prefix: string, text: string, extension: string): void {
    if (++this.#relations > MOST_RELATIONS) throw refusedRule("too many mappings");
    const decomposedPrefix = prefix.normalize("NFD");
    const decomposed = text.normalize("NFD");
    refuseJamo(decomposed);
    if (strength !== DIFFERENCE.identical) this.#insert(strength);
    this.#setCase(decomposed);
    let elements = [...this.#current];
    if (extension !== "") {
      elements = [...elements, ...this.#mappings.elementsOf(extension.normalize("NFD"))];
      if (elements.length > MOST_ELEMENTS)
        throw refusedRule("extension string adds too many collation elements (more than 31 total)");
    }
    const isChanged = decomposedPrefix !== prefix || decomposed !== text;
    if (isChanged && isOrderly(prefix) && canMap(text)) this.#addIfDifferent(prefix, text, elements);
    this.#addIfDifferent(decomposedPrefix, decomposed, elements);
    this.#addEquivalents(decomposedPrefix, decomposed, elements);
    this.#addTailComposites(decomposedPrefix, decomposed);
  }

  /** Leaves of a character only what it is alone. */
  suppressContractions(codePoint: number): void {
    this.#mappings.suppressContexts(codePoint);
  }

  /** The resulting mappings; those of the root when nothing changed. */
  finish(): CollationMappings {
    if (this.#mappings.isEmpty) return this.#base;
    const elements = newElements(this.#nodes, this.#root, (primary) => this.#isCompressible(primary));
    const unlike = unlikeComposites(this.#base);
    for (const composite of composites().all) {
      const character = String.fromCodePoint(composite);
      const decomposed = character.normalize("NFD");
      // What no rule has changed is as in the root.
      if (!unlike.has(composite) && !this.#mappings.changes(character) && !this.#mappings.changes(decomposed)) continue;
      const pieces = this.#mappings.elementsOf(decomposed);
      if (pieces.length <= MOST_ELEMENTS) this.#addIfDifferent("", character, pieces);
    }
    return this.#mappings.finished((element) => {
      if (!isTemporary(element)) return element;
      const final = elements.get(nodeIndexOf(element));
      assert(final !== undefined, "a new node has an element");
      return { primary: final.primary, lower: final.lower + (element.lower & CASE_BITS) };
    });
  }

  #special(position: SpecialPosition): Element {
    const variableTop = lastOfGroup(this.#base.scripts, PUNCTUATION);
    return specialPosition(position, {
      nodes: this.#nodes,
      root: this.#root,
      firstRegular: variableTop + 1,
      firstHan: this.#base.scripts.starts[placeOf(this.#base.scripts, HAN)]! * 0x10000,
      firstImplicit: () => rootElementsOf(this.#base, 0x4e00)[0]!,
      isCompressible: (primary) => this.#isCompressible(primary),
    });
  }

  #isCompressible(primary: number): boolean {
    return this.#base.compressible[primary >>> 24] !== 0;
  }

  /** Drops trailing elements that are weaker than a difference; returns the last remaining one. */
  #dropWeaker(strength: number): Element {
    while (this.#current.length > 0 && strengthOf(this.#current.at(-1)!) > strength) this.#current.pop();
    if (this.#current.length === 0) this.#current.push({ primary: 0, lower: 0 });
    return this.#current.at(-1)!;
  }

  /** Makes a new node behind the current elements. */
  #insert(strength: number): void {
    const last = this.#dropWeaker(strength);
    const index = this.#nodes.nodeOf(last, strength);
    if (strength === DIFFERENCE.primary && !isTemporary(last) && last.primary === 0)
      throw refusedRule("tailoring primary after ignorables not supported");
    if (strength === DIFFERENCE.quaternary && last.primary === 0 && last.lower === 0) {
      throw refusedRule("tailoring quaternary after tertiary ignorables not supported");
    }
    const node = this.#nodes.insertNew(index, strength);
    this.#current[this.#current.length - 1] = temporaryElement(node, Math.min(strength, strengthOf(last)));
  }

  /** Gives the current elements the case that the root has for a text. */
  #setCase(decomposed: string): void {
    const primaries = this.#current.filter((element) => strengthOf(element) === DIFFERENCE.primary).length;
    const cases = casesOf(this.#rootReader, decomposed, primaries);
    let next = 0;
    this.#current = this.#current.map((element) => {
      const strength = strengthOf(element);
      const bits =
        strength === DIFFERENCE.primary ? cases[next++]! << 14 : strength === DIFFERENCE.tertiary ? UPPER_CASE : 0;
      return { primary: element.primary, lower: element.lower - (element.lower & CASE_BITS) + bits };
    });
  }

  #addEquivalents(decomposedPrefix: string, decomposed: string, elements: readonly Element[]): void {
    const texts = equivalentsOf(decomposed);
    for (const prefix of decomposedPrefix === "" ? [""] : equivalentsOf(decomposedPrefix)) {
      if (!isOrderly(prefix)) continue;
      for (const text of texts) {
        if (!canMap(text) || (prefix === decomposedPrefix && text === decomposed)) continue;
        this.#addIfDifferent(prefix, text, elements);
      }
    }
  }

  /** Composites that begin with the last starter of a text, with what then follows. */
  #addTailComposites(prefix: string, decomposed: string): void {
    let marksAt = decomposed.length;
    let starter: number | undefined;
    for (const character of [...decomposed].reverse()) {
      starter = character.codePointAt(0)!;
      if (combiningClass(starter) === 0) break;
      marksAt -= character.length;
      starter = undefined;
    }
    if (starter === undefined || (starter >= 0x1100 && starter <= 0x1112)) return;
    for (const composite of composites().byFirst.get(starter) ?? []) {
      const merged = mergeComposite(decomposed, marksAt, composite);
      if (!merged) continue;
      const elements = this.#mappings.elementsOf(merged.decomposed, prefix);
      if (elements.length > MOST_ELEMENTS) continue;
      if (this.#addIfDifferent(prefix, merged.composed, elements))
        this.#addEquivalents(prefix, merged.decomposed, elements);
    }
  }

  /** Maps a text to elements unless it already has them; returns whether it did not. */
  #addIfDifferent(prefix: string, text: string, elements: readonly Element[]): boolean {
    const isSame = areSame(this.#mappings.elementsOf(text, prefix), elements);
    if (!isSame) this.#mappings.add(prefix, text, elements);
    return !isSame;
  }
}

const unlikeByBase = new WeakMap<CollationMappings, ReadonlySet<number>>();

/** Composites that the root does not map as their pieces. */
function unlikeComposites(base: CollationMappings): ReadonlySet<number> {
  let unlike = unlikeByBase.get(base);
  if (!unlike) {
    const mappings = new TailoredMappings(base);
    const isUnlike = (composite: number): boolean => {
      const character = String.fromCodePoint(composite);
      return !areSame(mappings.elementsOf(character), mappings.elementsOf(character.normalize("NFD")));
    };
    unlikeByBase.set(base, (unlike = new Set(composites().all.filter(isUnlike))));
  }
  return unlike;
}

function areSame(one: readonly Element[], other: readonly Element[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ primary, lower }, index) => primary === other[index]!.primary && lower === other[index]!.lower)
  );
}

/** Marks out of order are not mapped, nor what begins with a Hangul syllable: it is taken apart. */
function canMap(text: string): boolean {
  return isOrderly(text) && !isHangulSyllable(text.codePointAt(0)!);
}

/** Contractions that would cut through the letters of a Hangul syllable. */
function refuseJamo(decomposed: string): void {
  const characters = codePointsOf(decomposed);
  if (characters.length < 2) return;
  const isFirst = (codePoint: number): boolean => codePoint >= 0x1100 && codePoint <= 0x1112;
  const isMiddle = (codePoint: number): boolean => codePoint >= 0x1161 && codePoint <= 0x1175;
  if (isFirst(characters[0]!) || isMiddle(characters[0]!))
    throw refusedRule("contractions starting with conjoining Jamo L or V not supported");
  const last = characters.at(-1)!;
  if (isFirst(last) || (isMiddle(last) && isFirst(characters.at(-2)!))) {
    throw refusedRule("contractions ending with conjoining Jamo L or L+V not supported");
  }
}

/** The case of each of some primary elements: that of the root, and mixed for what is left. */
function casesOf(reader: CollationElements, text: string, count: number): number[] {
  const cases = Array.from({ length: count }, () => 0);
  if (count === 0) return cases;
  reader.begin(text);
  const found: number[] = [];
  for (reader.next(); reader.primary !== 1; reader.next())
    if (reader.primary !== 0) found.push((reader.lower >>> 14) & 3);
  for (let index = 0; index < Math.min(count - 1, found.length); index++) cases[index] = found[index]!;
  if (found.length >= count) {
    const rest = found.slice(count - 1);
    cases[count - 1] = rest.every((own) => own === rest[0]) ? rest[0]! : 1;
  }
  return cases;
}
