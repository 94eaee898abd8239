/** Whether the shapes of a document stand in a relation to that of a query (Lucene's `SpatialQuery`). */
import type { ShapeGrid } from "../../mapping/shapes/shape-grid.ts";
import { HEADER_BYTES, ShapeReader } from "../../mapping/shapes/shape-value.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { CANDIDATE, type Component, DISJOINT, NOT_WITHIN, type Within } from "./component.ts";

/** `contains`: the document's shape has all components of the query in it. */
export type ShapeRelationName = "intersects" | "disjoint" | "within" | "contains";

/** Judges documents, in whatever form they hold shapes. */
interface DocumentShapes {
  intersects(doc: number, component: Component): boolean;
  /** Whether each part lies in one of the components. */
  isWithin(doc: number, components: readonly Component[]): boolean;
  within(doc: number, component: Component): Within;
}

/** A test of the documents of a segment that have the field. */
export function shapeTest(
  segment: SegmentReader,
  field: string,
  grid: ShapeGrid,
  components: readonly Component[],
  relation: ShapeRelationName,
): (doc: number) => boolean {
  const column = segment.column(field);
  if (!column) return () => false;
  const shapes: DocumentShapes = column.type === "point" ? new PointShapes(segment, field, grid) : new KeptShapes(segment, field, grid);
  switch (relation) {
    case "intersects":
      return (doc) => components.some((component) => shapes.intersects(doc, component));
    case "disjoint":
      return (doc) => !components.some((component) => shapes.intersects(doc, component));
    case "within":
      return (doc) => shapes.isWithin(doc, components);
    case "contains":
      return (doc) => components.every((component) => shapes.within(doc, component) === CANDIDATE);
  }
}

/** Fields of points. */
class PointShapes implements DocumentShapes {
  readonly #xs: ArrayLike<number>;
  readonly #ys: ArrayLike<number>;
  readonly #starts: Uint32Array | undefined;
  readonly #grid: ShapeGrid;

  constructor(segment: SegmentReader, field: string, grid: ShapeGrid) {
    const { values, values2, starts } = segment.column(field)!;
    const seconds = values2 ?? new Int32Array(0);
    const firsts = values as Int32Array;
    this.#xs = grid.yFirst ? seconds : firsts;
    this.#ys = grid.yFirst ? firsts : seconds;
    this.#starts = starts;
    this.#grid = grid;
  }

  intersects(doc: number, component: Component): boolean {
    for (let at = this.#from(doc); at < this.#to(doc); at++) if (component.contains(this.#x(at), this.#y(at))) return true;
    return false;
  }

  isWithin(doc: number, components: readonly Component[]): boolean {
    for (let at = this.#from(doc); at < this.#to(doc); at++) {
      if (!components.some((component) => component.contains(this.#x(at), this.#y(at)))) return false;
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

/** Fields of shapes: the terms of an ordinals column. */
class KeptShapes implements DocumentShapes {
  readonly #shapes: ShapeReader;
  readonly #grid: ShapeGrid;
  readonly #ordinals: ArrayLike<number>;
  readonly #starts: Uint32Array | undefined;
  readonly #offsets: Uint32Array;

  constructor(segment: SegmentReader, field: string, grid: ShapeGrid) {
    const column = segment.column(field)!;
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

  /** Goes to a shape; false when its box and the component's have nothing in common. */
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
      if (component.intersectsTriangle(this.#x(a), this.#y(a), this.#x(b), this.#y(b), this.#x(c), this.#y(c))) return true;
    }
    return false;
  }

  /** Whether each part lies in one of the components. */
  #liesIn(components: readonly Component[]): boolean {
    const shapes = this.#shapes;
    shapes.open();
    for (let part = 0; part < shapes.points; part++) {
      const a = shapes.point(part);
      if (!components.some((component) => component.contains(this.#x(a), this.#y(a)))) return false;
    }
    for (let part = 0; part < shapes.segments; part++) {
      const a = shapes.segment(part, 0);
      const b = shapes.segment(part, 1);
      if (!components.some((component) => component.containsLine(this.#x(a), this.#y(a), this.#x(b), this.#y(b)))) return false;
    }
    for (let part = 0; part < shapes.triangles; part++) {
      const [a, b, c] = [shapes.triangle(part, 0), shapes.triangle(part, 1), shapes.triangle(part, 2)];
      const [ax, ay, bx, by, cx, cy] = [this.#x(a), this.#y(a), this.#x(b), this.#y(b), this.#x(c), this.#y(c)];
      if (!components.some((component) => component.containsTriangle(ax, ay, bx, by, cx, cy))) return false;
    }
    return true;
  }

  /** Whether a component lies in the shape: no part says that it cannot, and one that it may. */
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
      const one = component.withinTriangle(this.#x(a), this.#y(a), this.#x(b), this.#y(b), this.#x(c), this.#y(c), shapes.outline(part));
      if (one === NOT_WITHIN) return one;
      if (one === CANDIDATE) found = one;
    }
    return found;
  }
}
