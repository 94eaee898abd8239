/** The least box around the points of a field, in a plane. */
import { float64Text } from "../../compat/json/json-text.ts";
import type { Rendered } from "../aggregation-kind.ts";
import { type PointMetric, pointMetricKind } from "../points/point-metric.ts";

/** Infinite where there is no point. */
interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const bounds: PointMetric<Box> = {
  name: "cartesian_bounds",
  summary: "The least box around the points of a field in a plane.",
  space: "plane",
  scriptable: false,
  properties: ["top", "left", "bottom", "right"],
  initial: [-Infinity, Infinity, Infinity, -Infinity],
  add(kept, at, y, x) {
    kept[at] = Math.max(kept[at]!, y);
    kept[at + 1] = Math.min(kept[at + 1]!, y);
    kept[at + 2] = Math.min(kept[at + 2]!, x);
    kept[at + 3] = Math.max(kept[at + 3]!, x);
  },
  value: (kept) => ({ top: kept[0]!, bottom: kept[1]!, left: kept[2]!, right: kept[3]! }),
  merge: (all) => ({
    top: Math.max(...all.map(({ top }) => top)),
    bottom: Math.min(...all.map(({ bottom }) => bottom)),
    left: Math.min(...all.map(({ left }) => left)),
    right: Math.max(...all.map(({ right }) => right)),
  }),
  metric: (box, property) => new Map(Object.entries(box)).get(property) ?? Number.NaN,
  render({ top, bottom, left, right }): Rendered {
    if (top === -Infinity) return {};
    const corner = (x: number, y: number): Rendered => ({ x: float64Text(x), y: float64Text(y) });
    return { bounds: { top_left: corner(left, top), bottom_right: corner(right, bottom) } };
  },
};

export const cartesianBounds = pointMetricKind(bounds, () => bounds);
