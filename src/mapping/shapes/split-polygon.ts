/**
 * Splits polygons at the date line (Elasticsearch's `GeoPolygonDecomposer`). The crossings, sorted by latitude, are the
 * ends of those pieces of the date line that lie inside; they are joined in pairs.
 */
import { illegalArgument } from "../../compat/errors.ts";
import { javaDouble } from "../../core/float32.ts";
import { isLatitude, isLongitude, mirroredLatitude, wrappedLongitude } from "./degrees.ts";
import type { Path, Rings } from "./geometry.ts";

const DATE_LINE = 180;

/** Whether a polygon has corners off the globe, or is so wide that its orientation decides which side is inside. */
export function needsSplit({ shell }: Rings): boolean {
  let least = Infinity;
  let most = -Infinity;
  for (let at = 0; at < shell.xs.length; at++) {
    const x = shell.xs[at]!;
    if (!isLongitude(x) || !isLatitude(shell.ys[at]!)) return true;
    if (x < least) least = x;
    if (x > most) most = x;
  }
  return most - least > DATE_LINE && most - least !== 2 * DATE_LINE;
}

/** A corner, linked to the next one. */
interface Corner {
  x: number;
  readonly y: number;
  next: Corner;
  /** Latitude where the edge to `next` crosses the date line that is being processed; NaN when it does not. */
  crossing: number;
}

/**
 * The parts of a polygon on the globe. `right`: shells are counterclockwise and holes clockwise; otherwise the reverse.
 * Throws 400.
 */
export function splitPolygon(polygon: Rings, right: boolean): Rings[] {
  if (polygon.shell.xs.length === 0) return [];
  const shell = withoutRepeats(polygon.shell);
  const holes = polygon.holes.map(withoutRepeats);
  for (const hole of holes) refuseShared(shell, hole);
  const wide = widthOf(shell);
  const clockwise = isClockwise(shell);
  // A wide polygon with the wrong orientation means the narrow one across the date line, which has the right
  // orientation.
  const translated = clockwise === right && wide > DATE_LINE && wide !== 2 * DATE_LINE;
  const rings = translated ? [shell, ...holes].map(eastward) : [shell, ...holes];
  const reversed = translated ? clockwise !== right : clockwise === right;
  const shellClockwise = isClockwise(rings[0]!) !== reversed;
  let corners = rings.flatMap((ring, index) =>
    linked(ring, index === 0 ? reversed : isClockwise(ring) === shellClockwise),
  );
  for (const side of [1, -1]) corners = cutAt(side, corners);
  return partsOf(corners, shellClockwise);
}

function widthOf({ xs }: Path): number {
  let least = Infinity;
  let most = -Infinity;
  for (const x of xs) {
    if (x < least) least = x;
    if (x > most) most = x;
  }
  return most - least;
}

function eastward({ xs, ys }: Path): Path {
  return { xs: xs.map((x) => (x < 0 ? x + 2 * DATE_LINE : x)), ys, zs: undefined };
}

/** Removes corners that repeat the previous one, or lie between their neighbours on a meridian. */
function withoutRepeats({ xs, ys }: Path): Path {
  const keptX = [xs[0]!];
  const keptY = [ys[0]!];
  const last = xs.length - 1;
  for (let at = 1; at < last; at++) {
    const x = xs[at]!;
    const y = ys[at]!;
    const sameMeridian = xs[at - 1] === x;
    if (sameMeridian && ys[at - 1] === y) continue;
    if (sameMeridian && xs[at + 1] === x && ys[at - 1]! > y !== ys[at + 1]! > y) continue;
    keptX.push(x);
    keptY.push(y);
  }
  return { xs: [...keptX, xs[last]!], ys: [...keptY, ys[last]!], zs: undefined };
}

function refuseShared(shell: Path, hole: Path): void {
  const own = new Set(hole.xs.map((x, index) => `${x} ${hole.ys[index]}`));
  const shared = new Set(shell.xs.map((x, index) => `${x} ${shell.ys[index]}`).filter((corner) => own.has(corner)));
  if (shared.size >= 2)
    throw illegalArgument("Invalid polygon, interior cannot share more than one point with the exterior");
}

/** The direction of a ring, from the edges at its southernmost (then westernmost) corner. */
function isClockwise({ xs, ys }: Path): boolean {
  const count = xs.length - 1;
  let south = 0;
  for (let at = 1; at < count; at++)
    if (ys[at]! < ys[south]! || (ys[at] === ys[south] && xs[at]! < xs[south]!)) south = at;
  const before = (south + count - 1) % count;
  const after = (south + 1) % count;
  const turn =
    (xs[south]! - xs[before]!) * (ys[after]! - ys[before]!) - (xs[after]! - xs[before]!) * (ys[south]! - ys[before]!);
  if (turn !== 0) return turn < 0;
  throw illegalArgument(
    `Cannot determine orientation: edges adjacent to (${javaDouble(xs[south]!)},${javaDouble(ys[south]!)}) coincide`,
  );
}

/** The corners of a ring in its own order, linked in the same or the reverse direction. */
function linked({ xs, ys }: Path, reversed: boolean): Corner[] {
  const count = xs.length - 1;
  const corners: Corner[] = [];
  for (let at = 0; at < count; at++) {
    const corner = { x: xs[at]!, y: ys[at]!, crossing: Number.NaN } as Corner;
    corners.push(corner);
  }
  corners.forEach((corner, at) => {
    corner.next = corners[(at + (reversed ? count - 1 : 1)) % count]!;
  });
  return corners;
}

/**
 * Splits at the eastern (side 1) or western (-1) date line. Returns the corners, those at crossings first, from south
 * to north.
 */
function cutAt(side: number, corners: readonly Corner[]): Corner[] {
  const isBeyond = (corner: Corner): boolean => corner.x * side > DATE_LINE;
  const crossings: Corner[] = [];
  const others: Corner[] = [];
  for (const corner of corners) {
    const { next } = corner;
    if (isBeyond(corner) === isBeyond(next)) {
      others.push(corner);
      continue;
    }
    corner.crossing = corner.y + ((side * DATE_LINE - corner.x) / (next.x - corner.x)) * (next.y - corner.y);
    crossings.push(corner);
  }
  crossings.sort((one, other) => one.crossing - other.crossing);
  const added: Corner[] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const one = crossings[at]!;
    const other = crossings[at + 1]!;
    if (isBeyond(one) === isBeyond(other))
      throw illegalArgument(
        `Self-intersection at or near point [${javaDouble(side * DATE_LINE)},${javaDouble(one.crossing)}]`,
      );
    added.push(...joined(one, other, side * DATE_LINE));
  }
  return [...crossings, ...others, ...added];
}

/** Joins the edges of two adjacent crossings along the date line, on either side of it. */
function joined(one: Corner, other: Corner, x: number): Corner[] {
  const behindOne = one.next;
  const behindOther = other.next;
  const corner = (y: number, next: Corner): Corner => ({ x, y, next, crossing: Number.NaN });
  const end = corner(other.crossing, behindOther);
  const begin = corner(one.crossing, end);
  const backEnd = corner(one.crossing, behindOne);
  const backBegin = corner(other.crossing, backEnd);
  one.next = begin;
  other.next = backBegin;
  return [begin, end, backBegin, backEnd];
}

/** The rings after splitting: shells with the holes inside them. */
function partsOf(corners: readonly Corner[], clockwise: boolean): Rings[] {
  const seen = new Set<Corner>();
  const shells: { shell: Path; holes: Path[] }[] = [];
  const holes: Path[] = [];
  for (const corner of corners) {
    if (seen.has(corner)) continue;
    const ring = ringFrom(corner.next, seen);
    const area = signedArea(ring);
    if (area === 0) continue; // A ring that only touches the date line leaves a piece without area.
    if (area < 0 === clockwise) shells.push({ shell: shifted(ring), holes: [] });
    else holes.push(shifted(ring));
  }
  for (const hole of holes) {
    // A hole outside of all parts has no effect, so any part may take it.
    const around = shells.find(({ shell }) => isInside(hole.xs[0]!, hole.ys[0]!, shell)) ?? shells[0];
    around?.holes.push(hole);
  }
  return shells;
}

function ringFrom(start: Corner, seen: Set<Corner>): Path {
  const xs: number[] = [];
  const ys: number[] = [];
  const isOnDateLine = (x: number, before: number): boolean =>
    Math.abs(x) === DATE_LINE && xs[before] === x && xs[before - 1] === x;
  for (let corner = start; !seen.has(corner); corner = corner.next) {
    seen.add(corner);
    if (corner.x === xs.at(-1) && corner.y === ys.at(-1)) continue;
    // An edge of the polygon along the date line may overlap the piece that closes the part there.
    while (xs.length > 1 && isOnDateLine(corner.x, xs.length - 1)) {
      xs.pop();
      ys.pop();
    }
    xs.push(corner.x);
    ys.push(corner.y);
  }
  while (xs.length > 2 && isOnDateLine(xs[0]!, xs.length - 1)) {
    xs.pop();
    ys.pop();
  }
  while (xs.length > 2 && isOnDateLine(xs.at(-1)!, 1)) {
    xs.shift();
    ys.shift();
  }
  if (xs.length > 1 && xs.at(-1) === xs[0] && ys.at(-1) === ys[0]) return { xs, ys, zs: undefined };
  return { xs: [...xs, xs[0]!], ys: [...ys, ys[0]!], zs: undefined };
}

function signedArea({ xs, ys }: Path): number {
  let twice = 0;
  for (let at = 1; at < xs.length; at++)
    twice += (xs[at - 1]! - xs[0]!) * (ys[at]! - ys[0]!) - (xs[at]! - xs[0]!) * (ys[at - 1]! - ys[0]!);
  return twice;
}

/** Shifts a ring onto the globe as a whole; corners that are still off it are wrapped one by one. */
function shifted({ xs, ys }: Path): Path {
  const beyond = xs.find((x) => Math.abs(x) > DATE_LINE) ?? 0;
  const shift = beyond === 0 ? 0 : beyond > 0 ? -2 * DATE_LINE : 2 * DATE_LINE;
  return { xs: xs.map((x) => wrappedLongitude(x + shift)), ys: ys.map(mirroredLatitude), zs: undefined };
}

function isInside(x: number, y: number, { xs, ys }: Path): boolean {
  let inside = false;
  for (let at = 1; at < xs.length; at++) {
    const [x1, y1, x2, y2] = [xs[at - 1]!, ys[at - 1]!, xs[at]!, ys[at]!];
    if (x === x1 && y === y1) return true;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
