/**
 * A collation element while rules are processed: a primary weight and, in its lower half, the weights of the other
 * levels.
 */
export interface Element {
  readonly primary: number;
  readonly lower: number;
}

/** The strength of a difference: primary, secondary, tertiary, quaternary, or none. */
export const DIFFERENCE = { primary: 0, secondary: 1, tertiary: 2, quaternary: 3, identical: 15 } as const;

/**
 * A temporary element that represents a node of the order being built; its secondary weights are not used otherwise.
 */
export function temporaryElement(index: number, strength: number): Element {
  return {
    primary: 0x40400000 + (index & 0xfe000) * 0x800 + (index & 0x1fc0) * 0x400,
    lower: 0x06002000 + (index & 0x3f) * 0x1000000 + (strength << 8),
  };
}

export function isTemporary({ lower }: Element): boolean {
  const secondary = lower >>> 24;
  return secondary >= 0x06 && secondary <= 0x45;
}

/** The node of a temporary element. */
export function nodeIndexOf({ primary, lower }: Element): number {
  const high = primary - 0x40400000;
  return ((high >>> 11) & 0xfe000) | ((high >>> 10) & 0x1fc0) | (((lower - 0x06002000) >>> 24) & 0x3f);
}

/** The strongest level on which an element has a weight. */
export function strengthOf(element: Element): number {
  const { primary, lower } = element;
  if (isTemporary(element)) return ((lower - 0x2000) >>> 8) & 3;
  if (primary >>> 24 !== 0) return DIFFERENCE.primary;
  if (lower >>> 24 !== 0) return DIFFERENCE.secondary;
  return lower !== 0 ? DIFFERENCE.tertiary : DIFFERENCE.identical;
}
