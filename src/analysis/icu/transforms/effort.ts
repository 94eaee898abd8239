/**
 * What a text may cost. Rules with repetitions, and transforms from any script within a filter, may have to look at the
 * whole text from each of its places: then the text is refused. One text is transformed at a time on a thread.
 */
import { illegalArgument } from "../../../compat/errors.ts";

/** Places that may be looked at: so many for each unit of the text, and so many besides. */
const LOOKS = 1 << 6;
const LOOKS_BESIDES = 1 << 22;

let looksLeft = LOOKS_BESIDES;

/** Says that a text of so many units begins. */
export function allowLooks(units: number): void {
  looksLeft = LOOKS_BESIDES + LOOKS * units;
}

/** Says that so many places were looked at. Throws 400 when it is too much. */
export function spendLooks(count: number): void {
  looksLeft -= count;
  if (looksLeft < 0) throw illegalArgument("a transform would have to look too far into the text");
}
