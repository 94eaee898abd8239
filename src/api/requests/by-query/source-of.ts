/** The document of a hit, to be written again. */
import { illegalArgument } from "../../../compat/errors.ts";
import type { FoundHit } from "./scrolled-hits.ts";

/** Throws 400 where none was kept. */
export function sourceOf({ index, id, source }: FoundHit): Uint8Array {
  if (source === undefined) throw illegalArgument(`[${index}][${id}] didn't store _source`);
  return Buffer.from(source);
}
