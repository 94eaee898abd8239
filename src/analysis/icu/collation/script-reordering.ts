/**
 * How primary weights change when scripts are reordered (ICU's CollationData.makeReorderRanges and
 * CollationSettings.setReordering).
 */
import { illegalArgument } from "../../../compat/errors.ts";
import type { ScriptOrder } from "./collation-data.ts";

/** Numbers from here on are groups: spaces, punctuation, symbols, currencies, digits. */
export const FIRST_GROUP = 0x1000;

/** Number of groups that can be moved. */
const MOVABLE_GROUPS = 8;

/** Reserved ranges before and after Latin. */
const FREE_BEFORE_LATIN = 14;
const FREE_BEHIND_LATIN = 15;

/** Numbers of scripts: Latin, and "all others". */
const LATIN = 25;
const OTHERS = 103;

/** Limits of what is never moved: separators below, weights after all scripts above. */
const LOWEST = 0x300;
const HIGHEST = 0xff00;

/** The weight of the end of a text, which never moves. */
const NO_PRIMARY = 1;

/** A mapping of primary weights. */
export class ScriptReordering {
  /** New lead byte by old one; 0 when it depends on the second byte. */
  readonly #leads = new Uint8Array(256);
  /** Per range: its end in the upper 16 bits, and the change of the lead byte in the lower ones. */
  readonly #ranges: Uint32Array;
  readonly #firstUnmoved: number;

  constructor(ranges: readonly number[]) {
    this.#ranges = Uint32Array.from(ranges);
    this.#firstUnmoved = (this.#ranges.at(-1)! & 0xffff0000) >>> 0;
    let byte = 0;
    for (const range of this.#ranges) {
      const limit = range >>> 24;
      for (; byte < limit; byte++) this.#leads[byte] = byte + range;
      if ((range & 0xff0000) !== 0) byte = limit + 1;
    }
    for (; byte <= 0xff; byte++) this.#leads[byte] = byte;
  }

  /** The new weight of a weight. */
  moved(primary: number): number {
    const lead = this.#leads[primary >>> 24]!;
    if (lead !== 0 || primary <= NO_PRIMARY) return ((lead << 24) | (primary & 0xffffff)) >>> 0;
    if (primary >= this.#firstUnmoved) return primary;
    const rounded = (primary | 0xffff) >>> 0;
    let at = 0;
    while (rounded >= this.#ranges[at]!) at++;
    return (primary + (this.#ranges[at]! << 24)) >>> 0;
  }
}

/** The reordering for a list of scripts; undefined: nothing moves. Throws 400 for a duplicate script. */
export function scriptReordering(scripts: ScriptOrder, codes: readonly number[]): ScriptReordering | undefined {
  if (codes.length === 0 || (codes.length === 1 && codes[0] === OTHERS)) return undefined;
  const ranges = rangesOf(scripts, leadsOf(scripts, codes, false));
  return ranges.length === 0 ? undefined : new ScriptReordering(ranges);
}

/** Index of the range of a script or group; 0: none. */
export function placeOf({ count, places }: ScriptOrder, code: number): number {
  if (code < 0) return 0;
  if (code < count) return places[code]!;
  const group = code - FIRST_GROUP;
  return group >= 0 && group < MOVABLE_GROUPS ? places[count + group]! : 0;
}

/** Assigns new lead bytes to ranges, from both ends. */
class LeadBytes {
  readonly leads: Uint8Array;
  low = LOWEST;
  high = HIGHEST;
  readonly #starts: Uint16Array;

  constructor(starts: Uint16Array) {
    this.#starts = starts;
    this.leads = new Uint8Array(starts.length - 1);
  }

  addLow(place: number): void {
    const start = this.#starts[place]!;
    const limit = this.#starts[place + 1]!;
    if ((start & 0xff) < (this.low & 0xff)) this.low += 0x100;
    this.leads[place] = this.low >> 8;
    this.low = ((this.low & 0xff00) + ((limit & 0xff00) - (start & 0xff00))) | (limit & 0xff);
  }

  addHigh(place: number): void {
    const start = this.#starts[place]!;
    const limit = this.#starts[place + 1]!;
    if ((limit & 0xff) > (this.high & 0xff)) this.high -= 0x100;
    this.high = ((this.high & 0xff00) - ((limit & 0xff00) - (start & 0xff00))) | (start & 0xff);
    this.leads[place] = this.high >> 8;
  }
}

function leadsOf(scripts: ScriptOrder, codes: readonly number[], latinMoves: boolean): Uint8Array {
  const { count, places, starts } = scripts;
  const given = new LeadBytes(starts);
  for (const free of [FREE_BEFORE_LATIN, FREE_BEHIND_LATIN]) {
    const place = places[count + free]!;
    if (place !== 0) given.leads[place] = 0xff;
  }
  const groups = new Set(
    codes.map((code) => code - FIRST_GROUP).filter((group) => group >= 0 && group < MOVABLE_GROUPS),
  );
  for (let group = 0; group < MOVABLE_GROUPS; group++) {
    const place = places[count + group]!;
    if (place !== 0 && !groups.has(group)) given.addLow(place);
  }
  // The reserved range before Latin stays there when Latin comes first.
  let skipped = 0;
  if (groups.size === 0 && codes[0] === LATIN && !latinMoves) {
    const start = starts[places[LATIN]!]!;
    skipped = start - given.low;
    given.low = start;
  }
  const others = codes.indexOf(OTHERS);
  const placeOfNew = (code: number): number => {
    const place = placeOf(scripts, code);
    if (place !== 0 && given.leads[place] !== 0)
      throw illegalArgument(`setReorderCodes(): duplicate or equivalent script ${code}`);
    return place;
  };
  for (const code of others < 0 ? codes : codes.slice(0, others)) {
    const place = placeOfNew(code);
    if (place !== 0) given.addLow(place);
  }
  for (const code of others < 0 ? [] : codes.slice(others + 1).reverse()) {
    const place = placeOfNew(code);
    if (place !== 0) given.addHigh(place);
  }
  for (let place = 1; place < starts.length - 1; place++) {
    if (given.leads[place] !== 0) continue;
    if (others < 0 && starts[place]! > given.low) given.low = starts[place]!;
    given.addLow(place);
  }
  if (given.low <= given.high) return given.leads;
  if (given.low - (skipped & 0xff00) <= given.high) return leadsOf(scripts, codes, true);
  throw illegalArgument("setReorderCodes(): reordering too many partial-primary-lead-byte scripts");
}

/** Ends of ranges, each with the change of its lead byte. */
function rangesOf({ starts }: ScriptOrder, leads: Uint8Array): number[] {
  const ranges: number[] = [];
  const last = starts.length - 1;
  let offset = 0;
  for (let place = 1; ; place++) {
    let next = offset;
    for (; place < last; place++) {
      if (leads[place] === 0xff) continue;
      next = leads[place]! - (starts[place]! >> 8);
      if (next !== offset) break;
    }
    if (offset !== 0 || place < last) ranges.push(((starts[place]! << 16) | (offset & 0xffff)) >>> 0);
    if (place === last) return ranges;
    offset = next;
  }
}
