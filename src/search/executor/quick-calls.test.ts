import { expect, test } from "vitest";
import { msearch } from "../actions/msearch.ts";
import { search } from "../actions/search.ts";
import { QUICK_MS, QuickCalls, quickKeyOf } from "./quick-calls.ts";
import type { SearchAction } from "../search-service.ts";

function call(body: string, more: Partial<SearchAction> = {}): SearchAction {
  const render = { filterPath: undefined, pretty: false, human: false, format: "json" } as const;
  return {
    kind: search,
    targets: [[{ uuid: "u", index: "i", filters: [], access: undefined }]],
    bodies: [body],
    parameters: [{}],
    render,
    startedMs: 0,
    ...more,
  };
}

test("a call is quick as long as it was, whatever others take", () => {
  const quick = new QuickCalls();
  expect(quick.isQuick("a")).toBe(true);
  quick.took("a", QUICK_MS / 2);
  for (let i = 0; i < 20; i++) quick.took(`slow ${i}`, 10 * QUICK_MS);
  expect(quick.isQuick("a")).toBe(true);
  expect(quick.isQuick("slow 3")).toBe(false);
  // Not seen before: judged by the others.
  expect(quick.isQuick("slow 99")).toBe(false);
});

test("less time leaves room for fewer calls, and is no reason to forget", () => {
  const quick = new QuickCalls();
  quick.took("a", QUICK_MS / 2);
  for (let i = 0; i < 200; i++) expect(quick.isQuick("a", QUICK_MS / 4)).toBe(false);
  expect(quick.isQuick("a", QUICK_MS)).toBe(true);
});

test("a call that was given up is tried again after a while, not before", () => {
  const quick = new QuickCalls();
  quick.took("a", Number.POSITIVE_INFINITY);
  const refused = Array.from({ length: 200 }, () => quick.isQuick("a")).indexOf(true);
  expect(refused).toBeGreaterThan(30);
  expect(refused).toBeLessThan(100);
});

test("calls of other kinds, long bodies and many indices are never quick", () => {
  const target = { uuid: "u", index: "i", filters: [], access: undefined };
  expect(quickKeyOf(call("a", { kind: msearch }))).toBeUndefined();
  expect(quickKeyOf(call("a".repeat(4096)))).toBeDefined();
  expect(quickKeyOf(call("a".repeat(4097)))).toBeUndefined();
  expect(quickKeyOf(call("a", { targets: [[target, target, target, target]] }))).toBeDefined();
  expect(quickKeyOf(call("a", { targets: [[target, target, target, target, target]] }))).toBeUndefined();
});

test("what is remembered does not grow without end", () => {
  const quick = new QuickCalls();
  for (let i = 0; i < 10_000; i++) quick.took(`text ${i}`, 0);
  quick.took("slow", 10);
  expect(quick.isQuick("slow")).toBe(false);
});
