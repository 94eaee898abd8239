/** Lines with fewer points that look the same (Douglas and Peucker). */
import type { Place } from "./clip.ts";

/** The points of a line without those that are nearer than `tolerance` to what is left. Its ends stay. */
export function simplified(line: readonly Place[], tolerance: number): Place[] {
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  const open: (readonly [first: number, last: number])[] = [[0, line.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part;
    let farthest = -1;
    let distance = tolerance * tolerance;
    for (let at = first + 1; at < last; at++) {
      const own = squaredDistance(line[at]!, line[first]!, line[last]!);
      if (own > distance) [farthest, distance] = [at, own];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return line.filter((_place, at) => kept[at] === 1);
}

/** From a point to a piece of a line. */
function squaredDistance({ x, y }: Place, from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
  const [across, down] = [x - from.x - along * dx, y - from.y - along * dy];
  return across * across + down * down;
}
