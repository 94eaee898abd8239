/**
 * Where the cells of H3 are. The plane of each face of the icosahedron is unfolded beyond its edges: a place there is
 * one of the plane of the face behind the edge.
 */
import { FINEST_H3, h3Children, h3Name, type H3Address, isPentagon, leadingDigit } from "./h3-address.ts";
import { h3Cell, h3Point } from "./h3-cell.ts";
import { BASE_CELLS, FACES, PENTAGONS } from "./h3-tables.ts";

/** A place on the globe in degrees. */
export interface H3Point {
  readonly lat: number;
  readonly lon: number;
}

/** A number of the complex plane, as which places of a face are counted: in units of the coarsest grid. */
interface Complex {
  readonly x: number;
  readonly y: number;
}

interface FacePlace {
  readonly face: number;
  readonly at: Complex;
}

const SQRT3 = Math.sqrt(3);
const SQRT7 = Math.sqrt(7);
const TURN = Math.asin(Math.sqrt(3 / 28));
const SIXTH = Math.PI / 3;
/** From the centre of a face to its corners. */
const CORNER = 2;
/** Beyond an edge, and yet on it, is what is so near: places are right to some 1e-15. */
const ON_EDGE = 1e-12;
/** Angles of digits, by digit: those of the axes and between them. */
const DIRECTIONS = [0, 4, 2, 3, 0, 5, 1].map((sixths) => sixths * SIXTH);
/** The order in which Elasticsearch tells the cells around the children, in sixths and a half. */
const AROUND_HEXAGON = [3, 1, 2, 5, 4, 0];
const AROUND_PENTAGON = [2, 3, 0, 4, 1];
/** What becomes of a digit when the axes are turned clockwise by 60 degrees. */
const CLOCKWISE = [0, 3, 6, 2, 5, 1, 4];

const polar = (length: number, angle: number): Complex => ({
  x: length * Math.cos(angle),
  y: length * Math.sin(angle),
});
const sum = (one: Complex, other: Complex): Complex => ({ x: one.x + other.x, y: one.y + other.y });
const difference = (one: Complex, other: Complex): Complex => ({ x: one.x - other.x, y: one.y - other.y });
const product = (one: Complex, other: Complex): Complex => ({
  x: one.x * other.x - one.y * other.y,
  y: one.x * other.y + one.y * other.x,
});
function quotient(one: Complex, other: Complex): Complex {
  const square = other.x * other.x + other.y * other.y;
  return product(one, { x: other.x / square, y: -other.y / square });
}

/** Corner n of a face, counted against the clock; edge n lies between the corners n and n + 1. */
const CORNERS = [0, 1, 2].map((corner) => polar(CORNER, corner * 2 * SIXTH));
const NORMALS = [0, 1, 2].map((edge) => polar(1, (2 * edge + 1) * SIXTH));

/** The face behind an edge, and how places of this face become places of that one: they are turned, then moved. */
interface Edge {
  readonly face: number;
  readonly turn: Complex;
  readonly from: Complex;
  readonly to: Complex;
}

let edges: readonly (readonly Edge[])[] | undefined;

function edgesOf(face: number): readonly Edge[] {
  edges ??= FACES.map((_face, own) => [0, 1, 2].map((edge) => edgeOf(own, edge)));
  return edges[face]!;
}

function edgeOf(face: number, edge: number): Edge {
  const from = CORNERS[edge]!;
  const until = CORNERS[(edge + 1) % 3]!;
  for (let other = 0; other < FACES.length; other++) {
    if (other === face) continue;
    const to = cornerAt(other, pointOf({ face, at: from }));
    const end = cornerAt(other, pointOf({ face, at: until }));
    if (to && end) return { face: other, from, to, turn: quotient(difference(end, to), difference(until, from)) };
  }
  throw new Error("a face has no neighbour");
}

/** The corner of a face that is a point; undefined: none is. */
function cornerAt(face: number, { lat, lon }: H3Point): Complex | undefined {
  return CORNERS.find((at) => {
    const corner = pointOf({ face, at });
    const away = Math.abs(corner.lon - lon);
    return Math.abs(corner.lat - lat) < 1e-6 && Math.min(away, 360 - away) < 1e-6;
  });
}

function pointOf({ face, at }: FacePlace): H3Point {
  return h3Point(face, at.x, at.y);
}

/** The edge of its face beyond which a place lies; -1: it lies within. */
function edgeBefore({ at }: FacePlace): number {
  let beyond = -1;
  let farthest = 1 + ON_EDGE;
  for (let edge = 0; edge < 3; edge++) {
    const { x, y } = NORMALS[edge]!;
    const distance = x * at.x + y * at.y;
    if (distance > farthest) [beyond, farthest] = [edge, distance];
  }
  return beyond;
}

function across({ face, at }: FacePlace, edge: number): FacePlace & { readonly turn: Complex } {
  const { face: other, from, to, turn } = edgesOf(face)[edge]!;
  return { face: other, at: sum(to, product(difference(at, from), turn)), turn };
}

/** The place on the face where it is. `turn`: how directions are turned on the way. */
function folded(place: FacePlace): FacePlace & { readonly turn: Complex } {
  let own = { ...place, turn: { x: 1, y: 0 } };
  for (let edge = edgeBefore(own); edge >= 0; edge = edgeBefore(own)) {
    const next = across(own, edge);
    own = { ...next, turn: product(own.turn, next.turn) };
  }
  return own;
}

let homes: readonly FacePlace[] | undefined;

/** Where the centre of a base cell is, on a face whose axes are its own. */
function homeOf(base: number): FacePlace {
  homes ??= homesOfBaseCells();
  return homes[base]!;
}

function homesOfBaseCells(): FacePlace[] {
  const found: FacePlace[] = [];
  for (const [face, cells] of BASE_CELLS.entries())
    for (const [place, cell] of cells.entries()) {
      if (cell < 0 || cell % 6 !== 0) continue;
      const [i, j, k] = [Math.floor(place / 9), Math.floor(place / 3) % 3, place % 3];
      // Pentagons have five faces whose axes are alike; their first axis leads to the corner.
      if (PENTAGONS.has(cell / 6) && i !== CORNER) continue;
      found[cell / 6] ??= { face, at: { x: i - (j + k) / 2, y: ((j - k) * SQRT3) / 2 } };
    }
  return found;
}

/** What a step of a grid is, in the direction of its first axis. */
function step(resolution: number): Complex {
  return polar(SQRT7 ** -resolution, resolution % 2 === 1 ? TURN : 0);
}

/** The centre of a cell on its face. */
function placeOf({ base, digits: given }: H3Address): FacePlace & { readonly turn: Complex } {
  const leading = PENTAGONS.has(base) ? leadingDigit(given) : 0;
  // Pentagons lack a sixth of their surroundings: what lies behind it is turned.
  const digits = leading === 5 ? given.map((digit) => CLOCKWISE[digit]!) : given;
  const { face, at: home } = homeOf(base);
  let at = home;
  for (let resolution = 1; resolution < digits.length; resolution++) {
    const digit = digits[resolution]!;
    if (digit !== 0) at = sum(at, product(step(resolution), polar(1, DIRECTIONS[digit]!)));
  }
  if (leading === 4 && edgeBefore({ face, at }) === 2) {
    const corner = CORNERS[0]!;
    at = sum(corner, product(difference(at, corner), polar(1, -SIXTH)));
  }
  return folded({ face, at });
}

/** The centre of a cell. */
export function h3Centre(cell: H3Address): H3Point {
  return pointOf(placeOf(cell));
}

/** The corners of a cell against the clock, and where its edges cross those of the icosahedron. */
export function h3Boundary(cell: H3Address): H3Point[] {
  const centre = placeOf(cell);
  const resolution = cell.digits.length - 1;
  const corners = Array.from({ length: isPentagon(cell) ? 5 : 6 }, (_none, corner) => {
    const away = product(step(resolution), polar(1 / SQRT3, (corner + 0.5) * SIXTH));
    return folded({ face: centre.face, at: sum(centre.at, away) });
  });
  return corners.flatMap((corner, at) => {
    const crossing = crossingOf(corner, corners[(at + 1) % corners.length]!);
    return crossing ? [pointOf(corner), pointOf(crossing)] : [pointOf(corner)];
  });
}

/** Where the way between two places crosses the edge between their faces; undefined: nowhere, or at one of them. */
function crossingOf(from: FacePlace, to: FacePlace): FacePlace | undefined {
  if (from.face === to.face) return undefined;
  const edge = edgesOf(from.face).findIndex(({ face }) => face === to.face);
  if (edge < 0) return undefined;
  const { from: start, to: there, turn } = edgesOf(from.face)[edge]!;
  const end = sum(start, quotient(difference(to.at, there), turn));
  const { x, y } = NORMALS[edge]!;
  const before = 1 - (x * from.at.x + y * from.at.y);
  const behind = x * end.x + y * end.y - 1;
  if (before < ON_EDGE || behind < ON_EDGE) return undefined;
  const part = before / (before + behind);
  const way = difference(end, from.at);
  return { face: from.face, at: { x: from.at.x + way.x * part, y: from.at.y + way.y * part } };
}

/** The names of the cells of the next finer grid that are no children of a cell and yet share a part with it. */
export function h3Overlapping(cell: H3Address): string[] {
  const { digits } = cell;
  if (digits.length > FINEST_H3) return [];
  const { face, at, turn } = placeOf(cell);
  const directions = isPentagon(cell) ? AROUND_PENTAGON : AROUND_HEXAGON;
  return directions.map((sixths) => {
    const away = product(product(step(digits.length), turn), polar(SQRT3, (sixths + 0.5) * SIXTH));
    const { lat, lon } = pointOf(folded({ face, at: sum(at, away) }));
    return h3Cell(lat, lon, digits.length);
  });
}

/** The names of the children of a cell. */
export function h3ChildNames(cell: H3Address): string[] {
  return h3Children(cell).map(h3Name);
}
