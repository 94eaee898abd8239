/** Splits lines at the date line (Elasticsearch's `GeoLineDecomposer`). */
import { illegalArgument } from "../../compat/errors.ts";
import { mirroredLatitude, wrappedLongitude } from "./degrees.ts";
import type { Path } from "./geometry.ts";

const DATE_LINE = 180;
const ROUND = 360;
/** Maximum splits of one line: each turn around the globe makes one. */
const MAX_CUTS = 1000;

/**
 * The parts of a line between longitudes of -180 and 180. Throws 400 for a line that goes around the globe too often.
 */
export function splitLine(path: Path): Path[] {
  const { xs, ys } = onGlobe(path);
  if (xs.length === 0) return [];
  let band = bandOf(xs[0]!, xs.find((x) => x !== xs[0]) ?? xs[0]!);
  const parts: { xs: number[]; ys: number[] }[] = [];
  let part = { xs: [xs[0]! - band * ROUND], ys: [ys[0]!] };
  for (let at = 1; at < xs.length; at++) {
    let fromX = xs[at - 1]!;
    let fromY = ys[at - 1]!;
    const toX = xs[at]!;
    const toY = ys[at]!;
    while (Math.abs(toX - band * ROUND) > DATE_LINE) {
      const step = toX > fromX ? 1 : -1;
      const edge = band * ROUND + step * DATE_LINE;
      fromY += ((edge - fromX) / (toX - fromX)) * (toY - fromY);
      fromX = edge;
      const last = part.xs.length - 1;
      if (part.xs[last] !== step * DATE_LINE || part.ys[last] !== fromY) {
        part.xs.push(step * DATE_LINE);
        part.ys.push(fromY);
      }
      // A part of a single corner means that the line only touches the date line at its start.
      if (part.xs.length > 1) parts.push(part);
      if (parts.length > MAX_CUTS) throw illegalArgument(`line goes around the globe more than [${MAX_CUTS}] times`);
      part = { xs: [-step * DATE_LINE], ys: [fromY] };
      band += step;
    }
    part.xs.push(toX - band * ROUND);
    part.ys.push(toY);
  }
  return [...parts, part].map((one) => ({ ...one, zs: undefined }));
}

/** The turn around the globe in which a line begins; on the date line itself its direction decides. */
function bandOf(x: number, next: number): number {
  const band = Math.floor((x + DATE_LINE) / ROUND);
  return x - band * ROUND === -DATE_LINE && next < x ? band - 1 : band;
}

/** The corners with latitudes mirrored at the poles; beyond a pole the longitude is the opposite one. */
function onGlobe({ xs, ys }: Path): { xs: readonly number[]; ys: readonly number[] } {
  if (ys.every((y) => Math.abs(y) <= 90)) return { xs, ys };
  const behind = ys.map((y) => Math.cos((y * Math.PI) / 180) < 0);
  return {
    xs: xs.map((x, index) => (behind[index] ? x + (wrappedLongitude(x) > 0 ? -DATE_LINE : DATE_LINE) : x)),
    ys: ys.map(mirroredLatitude),
  };
}
