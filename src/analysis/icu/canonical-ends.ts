/** The combining classes of the first and last character of a canonical decomposition (ICU's "FCD" values). */
import { combiningClass } from "./transforms/combining-class.ts";

/** Below this no character is a mark or decomposes into marks. */
const FIRST_WITH_MARK = 0xc0;

/** Cached values of the basic plane; UNKNOWN where not computed yet. Allocated on first use: most threads need none. */
let known: Uint16Array | undefined;
const UNKNOWN = 0xffff;

/** The class at the start of the decomposition, times 256, plus the class at its end. */
export function canonicalEnds(codePoint: number): number {
  if (codePoint < FIRST_WITH_MARK) return 0;
  if (codePoint > 0xffff) return computed(codePoint);
  known ??= new Uint16Array(0x10000).fill(UNKNOWN);
  const found = known[codePoint]!;
  return found === UNKNOWN ? (known[codePoint] = computed(codePoint)) : found;
}

function computed(codePoint: number): number {
  const decomposed = String.fromCodePoint(codePoint).normalize("NFD");
  const first = decomposed.codePointAt(0)!;
  if (decomposed.length === (first > 0xffff ? 2 : 1)) return combiningClass(first) * 0x101;
  let last = first;
  for (const character of decomposed) last = character.codePointAt(0)!;
  return (combiningClass(first) << 8) | combiningClass(last);
}
