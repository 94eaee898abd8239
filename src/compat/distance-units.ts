/** Distances with units: `12km`, `3 mi`. */
import { illegalArgument } from "./errors.ts";
import { parseDecimal } from "./body-reader.ts";

/** Names of each unit and its metres, in the order in which Elasticsearch tries them as suffixes. */
const units: readonly (readonly [names: readonly string[], meters: number])[] = [
  [["in", "inch"], 0.0254],
  [["yd", "yards"], 0.9144],
  [["ft", "feet"], 0.3048],
  [["km", "kilometers"], 1000],
  [["NM", "nmi", "nauticalmiles"], 1852],
  [["mm", "millimeters"], 0.001],
  [["cm", "centimeters"], 0.01],
  [["mi", "miles"], 1609.344],
  [["m", "meters"], 1],
];

/** Metres of a unit by name; throws 400 for an unknown one. */
export function unitMeters(name: string): number {
  for (const [names, meters] of units) if (names.includes(name)) return meters;
  throw illegalArgument(`No distance unit match [${name}]`);
}

/** Metres of a distance; a number without a unit is multiplied by `defaultUnit` (metres). */
export function parseDistance(text: string, defaultUnit: number): number {
  for (const [names, meters] of units) {
    const name = names.find((one) => text.endsWith(one));
    if (name !== undefined) return parseDecimal(text.slice(0, -name.length)) * meters;
  }
  return parseDecimal(text) * defaultUnit;
}
