/** Searches on a point in time: their body names it, and so the states of the shards that they see. */
import { illegalArgument, RequestError, toPortableError } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { contextNumber, type HeldElsewhere } from "../../search/coordinate/search-contexts.ts";
import type { SearchStep } from "../../search/scroll-cursor.ts";
import type { SearchTarget } from "../../search/search-service.ts";
import type { Principal } from "../../security/principal.ts";
import type { Services } from "../operation.ts";
import { grantedTargets } from "../targets/held-targets.ts";
import { ownerOf } from "./context-owner.ts";
import { missingContext, tooLong } from "./scroll-pages.ts";

/** A search that sees what a point in time holds. */
export interface PointInTimeStep {
  readonly targets: readonly SearchTarget[];
  readonly step: SearchStep;
  /** What other clusters hold of it; undefined: nothing. */
  readonly elsewhere: HeldElsewhere | undefined;
  readonly keepAliveMs: number | undefined;
  /** The search is over. */
  readonly end: () => void;
}

/** Whether a body may name a point in time: bodies that do not are read by the search side alone. */
export function mayNamePointInTime(text: string): boolean {
  // From a rarer letter than the quote on: lists of terms have many quotes.
  return text.includes('pit"') || (text.includes("\\u") && pitOf(text) !== undefined);
}

/**
 * What the body of a search names; undefined: it names none. Throws 404 when it is not there (any more) or another's,
 * and 400 for what is no id; a body that cannot be read is refused by the search side, in words of its own.
 */
export function beginPointInTime(services: Services, principal: Principal, text: string): PointInTimeStep | undefined {
  const pit = pitOf(text);
  if (pit === undefined) return undefined;
  const { id, keep_alive: keepAlive } = isJsonObject(pit) ? pit : NOTHING;
  if (typeof id !== "string") throw illegalArgument("point in time id is not provided");
  const number = pitNumber(id);
  const keepAliveMs = typeof keepAlive === "string" ? parseTimeMs(keepAlive, "keep_alive") : undefined;
  const context = services.contexts.find("pit", id, ownerOf(principal));
  const refusal = keepAliveMs === undefined ? undefined : tooLong(services, keepAliveMs);
  // Several searches may use it at once: none of them makes its time shorter.
  const held = context && services.contexts.begin(context, (old) => (refusal ? old : Math.max(old, keepAliveMs ?? 0)));
  if (!context || !held) throw missingContext(number);
  try {
    const targets = grantedTargets(services, principal, held.targets, context.names);
    const step = { id, kind: "pit" as const, refusal: refusal && toPortableError(refusal) };
    return { targets, step, elsewhere: context.elsewhere, keepAliveMs, end: held.end };
  } catch (error) {
    held.end();
    throw error;
  }
}

/** The number of the id of a point in time. Throws 400 for what is none. */
export function pitNumber(id: string): string {
  const number = contextNumber("pit", id);
  if (number === undefined) throw illegalArgument(`invalid id: [${id}]`);
  return number;
}

const NOTHING: JsonObject = {};

/** `pit` of a body; undefined where there is none, or nothing can be read. */
function pitOf(text: string): Json | undefined {
  try {
    const body = parseJson(text);
    return isJsonObject(body) ? body["pit"] : undefined;
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
