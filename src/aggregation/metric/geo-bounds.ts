/** The least box around the points of a field; it may cross the date line. */
import { float64Text } from "../../compat/json/json-text.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { readBoolean } from "../declared-values.ts";
import { type PointMetric, pointMetricKind } from "../points/point-metric.ts";

/** East and west of Greenwich apart. Infinite where there is no point. */
interface Extent {
  readonly top: number;
  readonly bottom: number;
  readonly eastLeft: number;
  readonly eastRight: number;
  readonly westLeft: number;
  readonly westRight: number;
}

const about = {
  name: "geo_bounds",
  summary: "The least box around the points of a field.",
  space: "globe",
  scriptable: false,
} as const;

function sides(extent: Extent, wraps: boolean): { readonly left: number; readonly right: number } {
  const { eastLeft, eastRight, westLeft, westRight } = extent;
  if (eastLeft === Infinity) return { left: westLeft, right: westRight };
  if (westLeft === Infinity) return { left: eastLeft, right: eastRight };
  const acrossDateLine = 180 - eastLeft + (180 + westRight);
  return wraps && acrossDateLine < eastRight - westLeft
    ? { left: eastLeft, right: westRight }
    : { left: westLeft, right: eastRight };
}

function boundsMetric(wraps: boolean): PointMetric<Extent> {
  return {
    ...about,
    properties: ["top", "left", "bottom", "right"],
    initial: [-Infinity, Infinity, Infinity, -Infinity, Infinity, -Infinity],
    add(kept, at, lat, lon) {
      kept[at] = Math.max(kept[at]!, lat);
      kept[at + 1] = Math.min(kept[at + 1]!, lat);
      const half = lon >= 0 ? at + 2 : at + 4;
      kept[half] = Math.min(kept[half]!, lon);
      kept[half + 1] = Math.max(kept[half + 1]!, lon);
    },
    value: (kept) => ({
      top: kept[0]!,
      bottom: kept[1]!,
      eastLeft: kept[2]!,
      eastRight: kept[3]!,
      westLeft: kept[4]!,
      westRight: kept[5]!,
    }),
    merge: (all) => ({
      top: Math.max(...all.map(({ top }) => top)),
      bottom: Math.min(...all.map(({ bottom }) => bottom)),
      eastLeft: Math.min(...all.map(({ eastLeft }) => eastLeft)),
      eastRight: Math.max(...all.map(({ eastRight }) => eastRight)),
      westLeft: Math.min(...all.map(({ westLeft }) => westLeft)),
      westRight: Math.max(...all.map(({ westRight }) => westRight)),
    }),
    metric(extent, property) {
      if (property === "top" || property === "bottom") return extent[property];
      return sides(extent, wraps)[property === "left" ? "left" : "right"];
    },
    render(extent): Rendered {
      if (extent.top === -Infinity) return {};
      const { left, right } = sides(extent, wraps);
      const corner = (lat: number, lon: number): Rendered => ({ lat: float64Text(lat), lon: float64Text(lon) });
      return { bounds: { top_left: corner(extent.top, left), bottom_right: corner(extent.bottom, right) } };
    },
  };
}

export const geoBounds = pointMetricKind(about, (read) => boundsMetric(readBoolean(read, "wrap_longitude") ?? true));
