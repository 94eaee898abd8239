/** Whether the shapes of a document have a given relation to the query's shape (Lucene's `SpatialQuery`). */
import type { ShapeGrid } from "../../mapping/shapes/shape-grid.ts";
import { HEADER_BYTES, ShapeReader } from "../../mapping/shapes/shape-value.ts";
import { READS } from "../../segment/field-reads.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { CANDIDATE, type Component, DISJOINT, NOT_WITHIN, type Within } from "./component.ts";

/** `contains`: the document's shape contains all components of the query. */
export type ShapeRelationName = "intersects" | "disjoint" | "within" | "contains";

/** Compares documents with components; one class for each way of storing shapes. */
interface DocumentShapes {
  intersects(doc: number, component: Component): boolean;
  /** Whether each part lies in one of the components. */
  isWithin(doc: number, components: readonly Component[]): boolean;
  within(doc: number, component: Component): Within;
}

/** Tests documents of a segment that have the field. */
export function shapeTest(
  segment: SegmentReader,
  field: string,
  grid: ShapeGrid,
  components: readonly Component[],
  relation: ShapeRelationName,
): (doc: number) => boolean {
  const column = segment.column(field, READS.points);
  if (!column) return () => false;
  const shapes: DocumentShapes =
    column.type === "point" ? new PointShapes(segment, field, grid) : new KeptShapes(segment, field, grid);
  switch (relation) {
    case "intersects":
      return (doc) => meetsAny(shapes, doc, components);
    case "disjoint":
      return (doc) => !meetsAny(shapes, doc, components);
    case "within":
      return (doc) => shapes.isWithin(doc, components);
    case "contains":
      return (doc) => holdsAll(shapes, doc, components);
  }
}

function meetsAny(shapes: DocumentShapes, doc: number, components: readonly Component[]): boolean {
  for (let at = 0; at < components.length; at++) if (shapes.intersects(doc, components[at]!)) return true;
  return false;
}

function holdsAll(shapes: DocumentShapes, doc: number, components: readonly Component[]): boolean {
  for (let at = 0; at < components.length; at++) if (shapes.within(doc, components[at]!) !== CANDIDATE) return false;
  return true;
}

function anyContains(components: readonly Component[], x: number, y: number): boolean {
  for (let at = 0; at < components.length; at++) if (components[at]!.contains(x, y)) return true;
  return false;
}

function anyContainsLine(components: readonly Component[], ax: number, ay: number, bx: number, by: number): boolean {
  for (let at = 0; at < components.length; at++) if (components[at]!.containsLine(ax, ay, bx, by)) return true;
  return false;
}

function anyContainsTriangle(
  components: readonly Component[],
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): boolean {
  for (let at = 0; at < components.length; at++)
    if (components[at]!.containsTriangle(ax, ay, bx, by, cx, cy)) return true;
  return false;
}

/** Fields of points. */
class PointShapes implements DocumentShapes {
  readonly #xs: ArrayLike<number>;
  readonly #ys: ArrayLike<number>;
  readonly #starts: Uint32Array | undefined;
  readonly #grid: ShapeGrid;

  constructor(segment: SegmentReader, field: string, grid: ShapeGrid) {
    const { values, values2, starts } = segment.column(field, READS.points)!;
    const seconds = values2 ?? new Int32Array(0);
    const firsts = values as Int32Array;
    this.#xs = grid.yFirst ? seconds : firsts;
    this.#ys = grid.yFirst ? firsts : seconds;
    this.#starts = starts;
    this.#grid = grid;
  }

  intersects(doc: number, component: Component): boolean {
    for (let at = this.#from(doc); at < this.#to(doc); at++)
      if (component.contains(this.#x(at), this.#y(at))) return true;
    return false;
  }

  isWithin(doc: number, components: readonly Component[]): boolean {
    for (let at = this.#from(doc); at < this.#to(doc); at++) {
      if (!anyContains(components, this.#x(at), this.#y(at))) return false;
    }
    return true;
  }

  within(doc: number, component: Component): Within {
    let found: Within = DISJOINT;
    for (let at = this.#from(doc); at < this.#to(doc); at++) {
      const one = component.withinPoint(this.#x(at), this.#y(at));
      if (one === NOT_WITHIN) return one;
      if (one === CANDIDATE) found = one;
    }
    return found;
  }

  #from(doc: number): number {
    return this.#starts ? this.#starts[doc]! : doc;
  }

  #to(doc: number): number {
    return this.#starts ? this.#starts[doc + 1]! : doc + 1;
  }

  #x(at: number): number {
    return this.#grid.decodeX(this.#xs[at]!);
  }

  #y(at: number): number {
    return this.#grid.decodeY(this.#ys[at]!);
  }
}

/** Fields of shapes, which are terms of an ordinals column. */
class KeptShapes implements DocumentShapes {
  readonly #shapes: ShapeReader;
  readonly #grid: ShapeGrid;
  readonly #ordinals: ArrayLike<number>;
  readonly #starts: Uint32Array | undefined;
  readonly #offsets: Uint32Array;

  constructor(segment: SegmentReader, field: string, grid: ShapeGrid) {
    const column = segment.column(field, READS.points)!;
    const terms = segment.terms(field);
    this.#shapes = new ShapeReader(terms?.allBytes ?? new Uint8Array(HEADER_BYTES));
    this.#offsets = terms?.offsets ?? new Uint32Array(1);
    this.#ordinals = column.values as Uint32Array;
    this.#starts = column.starts;
    this.#grid = grid;
  }

  intersects(doc: number, component: Component): boolean {
    for (let at = this.#from(doc); at < this.#to(doc); at++) {
      if (this.#seek(at, component) && this.#meets(component)) return true;
    }
    return false;
  }

  isWithin(doc: number, components: readonly Component[]): boolean {
    for (let at = this.#from(doc); at < this.#to(doc); at++) {
      this.#shapes.seek(this.#offsets[this.#ordinals[at]!]!);
      if (!this.#liesIn(components)) return false;
    }
    return true;
  }

  within(doc: number, component: Component): Within {
    let found: Within = DISJOINT;
    for (let at = this.#from(doc); at < this.#to(doc); at++) {
      const one = this.#seek(at, component) ? this.#holds(component) : DISJOINT;
      if (one === NOT_WITHIN) return one;
      if (one === CANDIDATE) found = one;
    }
    return found;
  }

  #from(doc: number): number {
    return this.#starts ? this.#starts[doc]! : doc;
  }

  #to(doc: number): number {
    return this.#starts ? this.#starts[doc + 1]! : doc + 1;
  }

  /** Moves to a shape; returns false when its box and the component's are disjoint. */
  #seek(at: number, component: Component): boolean {
    const shapes = this.#shapes;
    shapes.seek(this.#offsets[this.#ordinals[at]!]!);
    const grid = this.#grid;
    return (
      grid.decodeX(shapes.maxX) >= component.minX &&
      grid.decodeX(shapes.minX) <= component.maxX &&
      grid.decodeY(shapes.maxY) >= component.minY &&
      grid.decodeY(shapes.minY) <= component.maxY
    );
  }

  /** Whether no side of the shape's box lies beyond all components. */
  #fits(components: readonly Component[]): boolean {
    const shapes = this.#shapes;
    const grid = this.#grid;
    let [minX, maxX, minY, maxY] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = 0; at < components.length; at++) {
      const component = components[at]!;
      minX = Math.min(minX, component.minX);
      maxX = Math.max(maxX, component.maxX);
      minY = Math.min(minY, component.minY);
      maxY = Math.max(maxY, component.maxY);
    }
    return (
      grid.decodeX(shapes.minX) >= minX &&
      grid.decodeX(shapes.maxX) <= maxX &&
      grid.decodeY(shapes.minY) >= minY &&
      grid.decodeY(shapes.maxY) <= maxY
    );
  }

  #x(corner: number): number {
    return this.#grid.decodeX(this.#shapes.x(corner));
  }

  #y(corner: number): number {
    return this.#grid.decodeY(this.#shapes.y(corner));
  }

  /** Whether any part meets a component. */
  #meets(component: Component): boolean {
    const shapes = this.#shapes;
    shapes.open();
    for (let part = 0; part < shapes.points; part++) {
      const a = shapes.point(part);
      if (component.contains(this.#x(a), this.#y(a))) return true;
    }
    for (let part = 0; part < shapes.segments; part++) {
      const a = shapes.segment(part, 0);
      const b = shapes.segment(part, 1);
      if (component.intersectsLine(this.#x(a), this.#y(a), this.#x(b), this.#y(b))) return true;
    }
    for (let part = 0; part < shapes.triangles; part++) {
      const a = shapes.triangle(part, 0);
      const b = shapes.triangle(part, 1);
      const c = shapes.triangle(part, 2);
      if (component.intersectsTriangle(this.#x(a), this.#y(a), this.#x(b), this.#y(b), this.#x(c), this.#y(c)))
        return true;
    }
    return false;
  }

  /** Whether each part lies in one of the components; checks the box first. */
  #liesIn(components: readonly Component[]): boolean {
    const shapes = this.#shapes;
    if (!this.#fits(components)) return false;
    shapes.open();
    for (let part = 0; part < shapes.points; part++) {
      const a = shapes.point(part);
      if (!anyContains(components, this.#x(a), this.#y(a))) return false;
    }
    for (let part = 0; part < shapes.segments; part++) {
      const a = shapes.segment(part, 0);
      const b = shapes.segment(part, 1);
      if (!anyContainsLine(components, this.#x(a), this.#y(a), this.#x(b), this.#y(b))) return false;
    }
    for (let part = 0; part < shapes.triangles; part++) {
      const a = shapes.triangle(part, 0);
      const b = shapes.triangle(part, 1);
      const c = shapes.triangle(part, 2);
      if (!anyContainsTriangle(components, this.#x(a), this.#y(a), this.#x(b), this.#y(b), this.#x(c), this.#y(c)))
        return false;
    }
    return true;
  }

  /** Whether a component lies within the shape: no part rules it out, and at least one allows it. */
  #holds(component: Component): Within {
    const shapes = this.#shapes;
    shapes.open();
    let found: Within = DISJOINT;
    for (let part = 0; part < shapes.points; part++) {
      const a = shapes.point(part);
      const one = component.withinPoint(this.#x(a), this.#y(a));
      if (one === NOT_WITHIN) return one;
      if (one === CANDIDATE) found = one;
    }
    for (let part = 0; part < shapes.segments; part++) {
      const a = shapes.segment(part, 0);
      const b = shapes.segment(part, 1);
      const one = component.withinLine(this.#x(a), this.#y(a), this.#x(b), this.#y(b));
      if (one === NOT_WITHIN) return one;
      if (one === CANDIDATE) found = one;
    }
    for (let part = 0; part < shapes.triangles; part++) {
      const a = shapes.triangle(part, 0);
      const b = shapes.triangle(part, 1);
      const c = shapes.triangle(part, 2);
      const one = component.withinTriangle(
        this.#x(a),
        this.#y(a),
        this.#x(b),
        this.#y(b),
        this.#x(c),
        this.#y(c),
        shapes.outline(part),
      );
      if (one === NOT_WITHIN) return one;
      if (one === CANDIDATE) found = one;
    }
    return found;
  }
}
