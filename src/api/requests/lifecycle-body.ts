/** The lifecycle of a data stream, as templates and the lifecycle API state it. */
import { illegalArgument } from "../../compat/errors.ts";
import type { BodyShape } from "../../compat/object-parser.ts";
import { parseTimeMs } from "../../compat/time-value.ts";
import { isJsonObject, type Json } from "../../core/json.ts";

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

/** Only time series are ever downsampled; what is asked for is kept and shown. */
function downsamplingOf(value: Json): Json {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length === 0)
    throw illegalArgument("Downsampling configuration should have at least one round configured.");
  if (value.length > 10) throw illegalArgument("Downsampling configuration supports maximum 10 configured rounds.");
  return value.map((round) => {
    const { after, fixed_interval: interval, ...others } = isJsonObject(round) ? round : {};
    if (typeof after !== "string" || typeof interval !== "string" || Object.keys(others).length > 0)
      throw illegalArgument("A round of downsampling has [after] and [fixed_interval]");
    parseTimeMs(after, "after");
    parseTimeMs(interval, "fixed_interval");
    return { after, fixed_interval: interval };
  });
}
