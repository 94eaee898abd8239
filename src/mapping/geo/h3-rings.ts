/** Cells of H3 as polygons on a map that ends at the date line and at the poles. */
import { h3Name, type H3Address } from "./h3-address.ts";
import { h3Cell } from "./h3-cell.ts";
import { h3Boundary } from "./h3-shape.ts";

type Position = readonly [lon: number, lat: number];

const EAST = 180;
const POLE = 90;

/**
 * The rings of a cell, each an outer one against the clock whose last point is its first: two for a cell on both sides
 * of the date line, and one that goes along the pole for a cell around it.
 */
export function h3Rings(cell: H3Address): Position[][] {
  const corners = h3Boundary(cell).map(({ lat, lon }): Position => [lon, lat]);
  const pole = [POLE, -POLE].find((lat) => h3Cell(lat, 0, cell.digits.length - 1) === h3Name(cell));
  if (pole !== undefined) return [closed(aroundPole(corners, pole))];
  const lons = corners.map(([lon]) => lon);
  if (Math.max(...lons) - Math.min(...lons) <= EAST) return [closed(corners)];
  const across = corners.map(([lon, lat]): Position => [lon < 0 ? lon + 2 * EAST : lon, lat]);
  const west = beside(across, (lon) => lon <= EAST);
  const east = beside(across, (lon) => lon >= EAST).map(([lon, lat]): Position => [lon - 2 * EAST, lat]);
  return [west, east].filter((ring) => ring.length > 2).map(closed);
}

function closed(ring: readonly Position[]): Position[] {
  return [...ring, ring[0]!];
}

/** From west to east along the cell, and back along the pole, or the other way. */
function aroundPole(corners: readonly Position[], pole: number): Position[] {
  const sorted = corners.toSorted(([one], [other]) => one - other);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const part = (EAST - last[0]) / (first[0] + 2 * EAST - last[0]);
  const lat = last[1] + part * (first[1] - last[1]);
  const ring: Position[] = [[-EAST, lat], ...sorted, [EAST, lat], [EAST, pole], [-EAST, pole]];
  return pole > 0 ? ring : ring.reverse();
}

/** The part of a ring on one side of the date line. */
function beside(ring: readonly Position[], keeps: (lon: number) => boolean): Position[] {
  return ring.flatMap((to, at): Position[] => {
    const from = ring.at(at - 1)!;
    const kept = keeps(to[0]) ? [to] : [];
    if (keeps(from[0]) === keeps(to[0])) return kept;
    const part = (EAST - from[0]) / (to[0] - from[0]);
    return [[EAST, from[1] + part * (to[1] - from[1])], ...kept];
  });
}
