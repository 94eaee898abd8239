/** Lines and rings cut to a square around the tile. */

/** A point of the tile, not rounded. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** From `least` to `most` in both directions. */
export interface ClipBox {
  readonly least: number;
  readonly most: number;
}

/** One of the sides: on which side of it a point is, and where a line crosses it. */
interface Side {
  readonly keeps: (place: Place) => boolean;
  readonly crossing: (from: Place, to: Place) => Place;
}

function sidesOf({ least, most }: ClipBox): readonly Side[] {
  const upright =
    (x: number): Side["crossing"] =>
    (from, to) => ({
      x,
      y: from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x),
    });
  const level =
    (y: number): Side["crossing"] =>
    (from, to) => ({
      x: from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y),
      y,
    });
  return [
    { keeps: ({ x }) => x >= least, crossing: upright(least) },
    { keeps: ({ x }) => x <= most, crossing: upright(most) },
    { keeps: ({ y }) => y >= least, crossing: level(least) },
    { keeps: ({ y }) => y <= most, crossing: level(most) },
  ];
}

/** The ring of what a ring encloses within the box (Sutherland and Hodgman); empty: nothing. */
export function clipRing(ring: readonly Place[], box: ClipBox): readonly Place[] {
  let kept = ring;
  for (const { keeps, crossing } of sidesOf(box)) {
    const cut: Place[] = [];
    let before = kept.at(-1);
    for (const place of kept) {
      if (before && keeps(before) !== keeps(place)) cut.push(crossing(before, place));
      if (keeps(place)) cut.push(place);
      before = place;
    }
    kept = cut;
  }
  return kept;
}

/** The pieces of a line within the box. */
export function clipLine(line: readonly Place[], box: ClipBox): readonly (readonly Place[])[] {
  let pieces: readonly (readonly Place[])[] = [line];
  for (const side of sidesOf(box)) pieces = pieces.flatMap((piece) => cutLine(piece, side));
  return pieces;
}

function cutLine(line: readonly Place[], { keeps, crossing }: Side): Place[][] {
  const pieces: Place[][] = [];
  let piece: Place[] = [];
  line.forEach((place, at) => {
    const before = line[at - 1];
    if (before && keeps(before) !== keeps(place)) piece.push(crossing(before, place));
    if (keeps(place)) piece.push(place);
    else {
      if (piece.length > 1) pieces.push(piece);
      piece = [];
    }
  });
  if (piece.length > 1) pieces.push(piece);
  return pieces;
}
