/** What the command line makes of its first word. */
import { expect, test } from "vitest";
import type { Command } from "./command.ts";
import { commandHelp, commandOf } from "./commands.ts";

const known: Command[] = ["one", "other"].map((name) => ({
  name,
  usage: "[user]",
  help: `does ${name}`,
  run: () => Promise.resolve(),
}));

test("the first word names a command; without one, the server is asked for", () => {
  expect(commandOf([], known)).toBeUndefined();
  expect(commandOf(["--port", "0"], known)).toBeUndefined();
  expect(commandOf(["other", "--port", "0"], known)?.name).toBe("other");
});

test("an unknown command is refused, with the one that was meant", () => {
  expect(() => commandOf(["othre"], known)).toThrow(/unknown command \[othre\].*other/);
  expect(() => commandOf(["serve"])).toThrow(/unknown command \[serve\]/);
});

test("the help lists them", () => {
  expect(commandHelp(known)).toBe(
    "commands:\n  wardex one [user]\n      does one\n  wardex other [user]\n      does other\n",
  );
});
