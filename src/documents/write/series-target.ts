/** Which index of a data stream of time series takes a point: the one whose time the point lies in. */
import { illegalArgument } from "../../compat/errors.ts";
import { isTimeSeries } from "../../mapping/time-series/index-mode.ts";
import { MOST_MILLIS, timestampText } from "../../mapping/time-series/series-id.ts";
import { outOfBounds, timeBounds } from "../../mapping/time-series/time-bounds.ts";
import type { WriteItem } from "../documents.ts";
import type { IndexEntry } from "../index-entry.ts";
import { parseSource } from "./source-json.ts";

/**
 * The index of a stream that takes a new document, which the newest one is found for. Throws 400 for a point that lies
 * in the time of none.
 */
export function seriesTarget(
  item: WriteItem,
  newest: IndexEntry,
  indicesOf: (name: string) => readonly IndexEntry[],
): IndexEntry {
  const { parser } = newest.state;
  const name = item.stream ?? item.index;
  if (!parser.pointOf || !item.source || name === newest.state.metadata.name) return newest;
  if (item.kind !== "create" && item.kind !== "index") return newest;
  const { timestamp } = parser.pointOf({
    ...NO_DOCUMENT,
    source: parseSource(item.source),
  });
  if (timestamp === undefined) return newest;
  const inNanos = timestamp > MOST_MILLIS;
  const takes = ({ state: { metadata } }: IndexEntry): boolean =>
    isTimeSeries(metadata.settings) && outOfBounds(timeBounds(metadata.settings), timestamp, inNanos) === undefined;
  const stream = indicesOf(name);
  const found = takes(newest) ? newest : stream.find(takes);
  if (found) return found;
  const ranges = stream
    .filter(({ state }) => isTimeSeries(state.metadata.settings))
    .map(({ state: { metadata } }) => metadata)
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(
      ({ settings }) =>
        `[${String(settings["index.time_series.start_time"])},${String(settings["index.time_series.end_time"])}]`,
    );
  throw illegalArgument(
    `the document timestamp [${timestampText(timestamp)}] is outside of ranges of currently writable indices [${ranges.join("")}]`,
  );
}

const NO_DOCUMENT = { id: "", routing: undefined, dynamicTemplates: undefined };
