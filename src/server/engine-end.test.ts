import { expect, test } from "vitest";
import { EngineEnd } from "./engine-end.ts";

test("an end goes step by step, and says which one is under way", async () => {
  const said: string[][] = [];
  const step = (name: string): { name: string; end(): void } => ({ name, end: () => void said.push(end.waitsFor) });
  const end: EngineEnd = new EngineEnd([step("searches"), step("documents")]);
  expect(end.waitsFor).toEqual([]);
  await end.run();
  expect(said).toEqual([["searches"], ["documents"]]);
  expect(end.waitsFor).toEqual([]);
});

test("an end that fails goes no further", async () => {
  const ended: string[] = [];
  const fails = { name: "documents", end: () => Promise.reject(new Error("the disk is gone")) };
  const end = new EngineEnd([fails, { name: "the folder", end: () => ended.push("the folder") }]);
  await expect(end.run()).rejects.toThrow("the disk is gone");
  expect(end.waitsFor).toEqual(["documents"]);
  expect(ended).toEqual([]);
});
