/** Named positions of the root in rules: `&[last regular]` (ICU's CollationBuilder.getSpecialResetPosition). */
import { DIFFERENCE, type Element, temporaryElement } from "./element.ts";
import { refusedRule } from "./refused-rule.ts";
import type { RootElements } from "./root-elements.ts";
import type { WeightNodes } from "./weight-nodes.ts";

/** Names of places, without brackets. */
export const positionNames = [
  "first tertiary ignorable",
  "last tertiary ignorable",
  "first secondary ignorable",
  "last secondary ignorable",
  "first primary ignorable",
  "last primary ignorable",
  "first variable",
  "last variable",
  "first regular",
  "last regular",
  "first implicit",
  "last implicit",
  "first trailing",
  "last trailing",
] as const;

/** A place by its name. */
export interface SpecialPosition {
  readonly name: (typeof positionNames)[number];
}

/** What is known of the root. */
export interface PositionSources {
  readonly nodes: WeightNodes;
  readonly root: RootElements;
  /** The lowest primary weight that is not variable, and that of Han. */
  readonly firstRegular: number;
  readonly firstHan: number;
  firstImplicit(): Element;
  readonly isCompressible: (primary: number) => boolean;
}

const COMMON = 0x05000500;
const FIRST_TRAILING = 0xff020200;

/** An element of the root to start from, or that of something new that stands there already. */
export function specialPosition({ name }: SpecialPosition, sources: PositionSources): Element {
  const { root } = sources;
  const common = (primary: number): Element => ({ primary, lower: COMMON });
  switch (name) {
    case "first tertiary ignorable":
    case "last tertiary ignorable":
      return { primary: 0, lower: 0 };
    case "first secondary ignorable":
      return newTertiary(sources) ?? root.firstTertiary;
    case "last secondary ignorable":
      return lastOf(sources, root.lastTertiary, DIFFERENCE.tertiary);
    case "first primary ignorable":
      return newSecondary(sources) ?? firstOf(sources, root.firstSecondary, DIFFERENCE.secondary, false);
    case "last primary ignorable":
      return lastOf(sources, root.lastSecondary, DIFFERENCE.secondary);
    case "first variable":
      return firstOf(sources, common(root.firstPrimary), DIFFERENCE.primary, true);
    case "last variable":
      return lastOf(sources, root.lastBefore(sources.firstRegular), DIFFERENCE.primary);
    case "first regular":
      return firstOf(sources, root.firstAtLeast(sources.firstRegular), DIFFERENCE.primary, true);
    case "last regular":
      return lastOf(sources, root.firstAtLeast(sources.firstHan), DIFFERENCE.primary);
    case "first implicit":
      return firstOf(sources, sources.firstImplicit(), DIFFERENCE.primary, false);
    case "last implicit":
      throw refusedRule("reset to [last implicit] not supported");
    case "first trailing":
      return firstOf(sources, common(FIRST_TRAILING), DIFFERENCE.primary, true);
    case "last trailing":
      throw refusedRule("LDML forbids tailoring to U+FFFF");
  }
}

/** What is new behind the element that is ignored on all levels. */
function newTertiary({ nodes }: PositionSources): Element | undefined {
  const { next } = nodes.at(nodes.nodeOfRoot({ primary: 0, lower: 0 }, DIFFERENCE.tertiary));
  if (next === 0) return undefined;
  const node = nodes.at(next);
  return node.isNew && node.strength === DIFFERENCE.tertiary ? temporaryElement(next, DIFFERENCE.tertiary) : undefined;
}

/** The first that is new among what has secondary weights and no primary ones. */
function newSecondary({ nodes }: PositionSources): Element | undefined {
  let index = nodes.at(nodes.nodeOfRoot({ primary: 0, lower: 0 }, DIFFERENCE.secondary)).next;
  for (; index !== 0; index = nodes.at(index).next) {
    const node = nodes.at(index);
    if (node.strength < DIFFERENCE.secondary) return undefined;
    if (node.strength > DIFFERENCE.secondary) continue;
    if (!node.isNew) return undefined;
    return temporaryElement(node.hasBefore3 ? nodes.at(node.next).next : index, DIFFERENCE.secondary);
  }
  return undefined;
}

/** The first of a group: what was put before it, or behind a boundary that no character has. */
function firstOf(
  { nodes, root, isCompressible }: PositionSources,
  given: Element,
  strength: number,
  isBoundary: boolean,
): Element {
  let element = given;
  let index = nodes.nodeOfRoot(element, strength);
  let node = nodes.at(index);
  if (!node.hasBefore2 && !node.hasBefore3 && isBoundary) {
    if (node.next !== 0) {
      index = node.next;
      node = nodes.at(index);
      element = temporaryElement(index, strength);
    } else {
      const { primary } = element;
      element = { primary: root.primaryAfter(primary, root.find(primary), isCompressible(primary)), lower: COMMON };
      index = nodes.nodeOfRoot(element, DIFFERENCE.primary);
      node = nodes.at(index);
    }
  }
  if (!node.hasBefore2 && !node.hasBefore3) return element;
  if (node.hasBefore2) {
    index = nodes.at(node.next).next;
    node = nodes.at(index);
  }
  if (node.hasBefore3) index = nodes.at(node.next).next;
  return temporaryElement(index, strength);
}

/** The last of a group: what was put behind it, as far as it is not stronger. */
function lastOf({ nodes }: PositionSources, element: Element, strength: number): Element {
  let index = nodes.nodeOfRoot(element, strength);
  for (;;) {
    const { next } = nodes.at(index);
    if (next === 0 || nodes.at(next).strength < strength) break;
    index = next;
  }
  return nodes.at(index).isNew ? temporaryElement(index, strength) : element;
}
