/** A selection of terms from a field's dictionary. */

/** Ordinals in ascending order, or all of `from .. to - 1`. */
export type OrdinalSelection = Uint32Array | { readonly from: number; readonly to: number };

export function ordinalCount(selection: OrdinalSelection): number {
  return selection instanceof Uint32Array ? selection.length : Math.max(0, selection.to - selection.from);
}

export function ordinalAt(selection: OrdinalSelection, index: number): number {
  return selection instanceof Uint32Array ? selection[index]! : selection.from + index;
}

/** The selection as a range, when it has no gaps. */
export function asRange(selection: OrdinalSelection): { from: number; to: number } | undefined {
  if (!(selection instanceof Uint32Array)) return selection;
  const { length } = selection;
  const from = selection[0] ?? 0;
  return length > 0 && selection[length - 1]! - from === length - 1 ? { from, to: from + length } : undefined;
}
