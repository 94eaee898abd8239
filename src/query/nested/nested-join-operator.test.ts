import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_MORE_DOCS, WINDOW_DOCS } from "../../segment/format.ts";
import { MemoryPool } from "../../segment/memory/memory-pool.ts";
import { MemorySegmentBuilder } from "../../segment/memory-segment-builder.ts";
import { numbersFrom } from "../../testing/segment/segment-model.ts";
import { openSegment } from "../../segment/shared-segment-reader.ts";
import type { SegmentReader } from "../../segment/segment-reader.ts";
import { DocListOperator } from "../ids/doc-list-operator.ts";
import { NestedJoinOperator } from "./nested-join-operator.ts";
import { SegmentContext } from "../execution/operator-context.ts";

type Mode = "avg" | "max" | "min" | "none" | "sum";

/** Documents with `sizes` nested ones of `a`, each with `inner` of `a.b`. */
function build(sizes: readonly number[], inner: number): SegmentReader {
  const builder = new MemorySegmentBuilder({ pool: new MemoryPool(0), scratchSlots: 1 });
  const outer = builder.space("a", "");
  const deep = builder.space("a.b", "a");
  sizes.forEach((size, doc) => {
    builder.start(`${doc}`, doc, 1);
    for (let i = 0; i < size; i++) {
      outer.start();
      for (let j = 0; j < inner; j++) {
        deep.start();
        deep.end();
      }
      outer.end();
    }
    builder.end(0, 0);
  });
  return openSegment(builder.build(0).segment);
}

/** Expected scores by parent, computed from the matching children. */
function expected(
  reader: SegmentReader,
  path: string,
  children: ReadonlyMap<number, number>,
  mode: Mode,
): Map<number, number> {
  const space = reader.space(path)!;
  const byParent = new Map<number, number[]>();
  for (const [child, score] of children) {
    const parent = path === "a.b" ? reader.space("a")!.parents[space.parents[child]!]! : space.parents[child]!;
    byParent.set(parent, [...(byParent.get(parent) ?? []), score]);
  }
  const join: Record<Mode, (scores: number[]) => number> = {
    none: () => 0,
    max: (scores) => Math.max(...scores),
    min: (scores) => Math.min(...scores),
    sum: (scores) => Math.fround(scores.reduce((sum, score) => sum + score, 0)),
    avg: (scores) => Math.fround(scores.reduce((sum, score) => sum + score, 0) / scores.length),
  };
  return new Map([...byParent].map(([parent, scores]) => [parent, join[mode](scores)]));
}

interface Run {
  readonly reader: SegmentReader;
  readonly path: string;
  readonly children: ReadonlyMap<number, number>;
  readonly mode: Mode;
  readonly scored: boolean;
  /** If given, only these parents are candidates. */
  readonly candidates?: ReadonlySet<number>;
  /** Whether windows are filled even when no match is expected in them. */
  readonly blindly?: boolean;
}

function joined({ reader, path, children, mode, scored, candidates, blindly }: Run): Map<number, number> {
  const context = new SegmentContext({ reader, slot: 0, checkpoint: () => undefined });
  const found = new Map<number, number>();
  try {
    const space = reader.space(path)!;
    const inner = new DocListOperator(
      context.within(space),
      Uint32Array.from(children.keys()),
      Float32Array.from(children.values()),
    );
    const operator = new NestedJoinOperator(context, space, inner, mode);
    const into = context.window();
    const asked = context.window();
    for (let base = 0; base < reader.docCount; base += WINDOW_DOCS) {
      if (!blindly) base = operator.nextWindow(base);
      if (base === NO_MORE_DOCS) break;
      asked.bits.fill(0);
      for (const doc of candidates ?? [])
        if (doc >= base && doc < base + WINDOW_DOCS) asked.bits[(doc - base) >>> 5]! |= 1 << (doc & 31);
      const any = operator.fill(base, into, scored, candidates ? asked : undefined);
      let seen = false;
      for (let place = 0; place < WINDOW_DOCS; place++) {
        if (((into.bits[place >>> 5]! >>> (place & 31)) & 1) === 0) continue;
        found.set(base + place, scored ? into.scores[place]! : 0);
        seen = true;
      }
      if (any !== seen) throw new Error(`the window of ${base} is told wrong`);
    }
  } finally {
    context.close();
  }
  return found;
}

describe("a join of nested documents", () => {
  // Many without nested documents, a few with so many that they fill windows of their own.
  const size = fc.oneof(
    { weight: 8, arbitrary: fc.nat(3) },
    { weight: 1, arbitrary: fc.integer({ min: 1000, max: 6000 }) },
  );
  const shape = fc.record({
    seed: fc.integer(),
    head: fc.array(size, { maxLength: 6 }),
    count: fc.constantFrom(0, 5, 4090, 9000),
    share: fc.constantFrom(0, 0.001, 0.1, 0.9),
    mode: fc.constantFrom<Mode>("avg", "max", "min", "none", "sum"),
    path: fc.constantFrom("a", "a.b"),
    scored: fc.boolean(),
    blindly: fc.boolean(),
    asks: fc.constantFrom(undefined, 0.001, 0.5),
  });

  test("finds the parents of matching nested documents, with combined scores", () => {
    fc.assert(
      fc.property(shape, ({ seed, head, count, share, mode, path, scored, blindly, asks }) => {
        const next = numbersFrom(seed);
        const sizes = [...head, ...Array.from({ length: count }, () => Math.floor(next() * 3))];
        const reader = build(sizes, path === "a.b" ? 2 : 0);
        const space = reader.space(path);
        if (!space) return;
        const children = new Map<number, number>();
        for (let child = 0; child < space.docCount; child++)
          if (next() < share) children.set(child, Math.fround(next()));
        const candidates = asks === undefined ? undefined : new Set([...sizes.keys()].filter(() => next() < asks));
        const all = expected(reader, path, children, scored ? mode : "none");
        const wanted = [...all].filter(([doc]) => candidates?.has(doc) ?? true).sort(([one], [other]) => one - other);
        const found = joined({ reader, path, children, mode, scored, blindly, ...(candidates ? { candidates } : {}) });
        expect([...found]).toEqual(wanted);
      }),
      { numRuns: 60 },
    );
  });

  test("can join to nested parents", () => {
    const reader = build([2, 0, 3], 2);
    const lines = reader.space("a")!;
    const context = new SegmentContext({ reader: lines, slot: 0, checkpoint: () => undefined });
    const parts = reader.space("a.b")!;
    const inner = new DocListOperator(context.within(parts), Uint32Array.of(1, 2, 3, 8), Float32Array.of(1, 2, 4, 8));
    const operator = new NestedJoinOperator(context, parts, inner, "sum");
    const into = context.window();
    expect(operator.fill(0, into, true)).toBe(true);
    expect(into.bits[0]).toBe(0b10011);
    expect([0, 1, 4].map((place) => into.scores[place])).toEqual([1, 6, 8]);
    context.close();
  });
});
