/** The lifecycle of a data stream, as templates and the lifecycle API state it. */
import { intervalFault, intervalMs } from "../../cluster/downsample-interval.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { BodyShape } from "../../compat/object-parser.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type Json } from "../../core/json.ts";

const LEAST_INTERVAL_MS = 300_000;

/** How a lifecycle is read; `name` is what errors call it. */
export function lifecycleMember(name: string): BodyShape {
  return {
    name,
    orNull: true,
    members: { enabled: "boolean", data_retention: retentionOf, downsampling: downsamplingOf },
  };
}

function retentionOf(value: Json): Json {
  if (value === null) return null;
  if (typeof value !== "string" && typeof value !== "number") throw illegalArgument("[data_retention] must be a time");
  parseTimeMs(String(value), "data_retention");
  return String(value);
}

function downsamplingOf(value: Json): Json {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length === 0)
    throw illegalArgument("Downsampling configuration should have at least one round configured.");
  if (value.length > 10) throw illegalArgument("Downsampling configuration supports maximum 10 configured rounds.");
  const rounds = value.map((round) => {
    const { after, fixed_interval: interval, ...others } = isJsonObject(round) ? round : {};
    if (typeof after !== "string" || typeof interval !== "string" || Object.keys(others).length > 0)
      throw illegalArgument("A round of downsampling has [after] and [fixed_interval]");
    parseTimeMs(after, "after");
    if (intervalMs(interval) < LEAST_INTERVAL_MS)
      throw illegalArgument(
        `A downsampling round must have a fixed interval of at least five minutes but found: ${interval}`,
      );
    return { after, fixed_interval: interval };
  });
  for (const [at, { after, fixed_interval: interval }] of rounds.entries()) {
    const before = rounds[at - 1];
    if (!before) continue;
    if (parseTimeMs(after, "after") <= parseTimeMs(before.after, "after"))
      throw illegalArgument(
        `A downsampling round must have a later 'after' value than the proceeding, ${after} is not after ${before.after}.`,
      );
    const fault = intervalFault(before.fixed_interval, interval);
    if (fault !== undefined) throw illegalArgument(fault);
  }
  return rounds;
}
