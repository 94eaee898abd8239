import { expect, test } from "vitest";
import { ShardStatesBoard } from "./shard-states.ts";

test("a shard is on its way until it can be searched, and known as failed until it can be again", () => {
  const board = new ShardStatesBoard();
  expect(board.state("a", 0)).toBe("INITIALIZING");
  board.started("a", 0);
  board.failed("a", 1);
  expect([board.state("a", 0), board.state("a", 1), board.state("b", 0)]).toEqual([
    "STARTED",
    "UNASSIGNED",
    "INITIALIZING",
  ]);
  board.started("a", 1);
  expect(board.state("a", 1)).toBe("STARTED");
  board.forget("a");
  expect(board.state("a", 0)).toBe("INITIALIZING");
});
