/** Intervals of downsampling, and the names of the indices that are made with them. */
import { illegalArgument } from "../compat/errors.ts";
import { parseTimeMs } from "../compat/time-value.ts";
import type { IndexMetadata } from "./cluster-state.ts";

/** Milliseconds. Throws 400 for what is no fixed interval. */
export function intervalMs(text: string): number {
  const ms = parseTimeMs(text, "date_histo.config.interval");
  if (ms < 1) throw illegalArgument("Zero or negative time interval not supported");
  return ms;
}

/** Why an index that was downsampled at one interval cannot be at another; undefined: it can. */
export function intervalFault(source: string, target: string): string | undefined {
  const [before, after] = [intervalMs(source), intervalMs(target)];
  if (before >= after)
    return `Downsampling interval [${target}] must be greater than the source index interval [${source}].`;
  if (after % before !== 0)
    return `Downsampling interval [${target}] must be a multiple of the source index interval [${source}].`;
  return undefined;
}

/** `downsample-1h-metrics`: of an index that was downsampled before, the name that it had at first. */
export function downsampledName(
  { name, settings }: Pick<IndexMetadata, "name" | "settings">,
  interval: string,
): string {
  const origin = settings["index.downsample.origin.name"];
  return `downsample-${interval}-${typeof origin === "string" && origin !== "" ? origin : name}`;
}
