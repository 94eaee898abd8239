import { expect, test } from "vitest";
import { followerName, isMatch } from "./auto-follow-pattern.ts";

test.each([
  [undefined, ".ds-logs-2026.01.31-000001", ".ds-logs-2026.01.31-000001"],
  ["{{leader_index}}_copy", "books", "books_copy"],
  ["{{leader_index}}_copy", "logs", "logs_copy"],
  ["{{leader_index}}_copy", ".ds-logs-a-b-2026.01.31-000001", ".ds-logs-a-b_copy-2026.01.31-000001"],
  ["{{leader_index}}_copy", "shrink-.ds-logs-2026.01.31-000001", "shrink-.ds-logs_copy-2026.01.31-000001"],
  ["eu-{{leader_index}}", ".ds-logs-2026.01.31", ".ds-eu-logs-2026.01.31"],
  ["one", ".ds-logs-2026.01.31-000002", ".ds-one-2026.01.31-000002"],
  ["$&-{{leader_index}}", "a", "$&-a"],
])("%s names the follower of [%s] [%s]", (followPattern, leader, follower) => {
  expect(followerName({ followPattern }, leader)).toBe(follower);
});

test("an index that only seems to be one of a data stream is refused", () => {
  expect(() => followerName({ followPattern: "{{leader_index}}_copy" }, "my-.ds-backing-index")).toThrow(
    "unable to determine follower index name from leader index name [my-.ds-backing-index] and follow index pattern: [{{leader_index}}_copy], index appears to follow a regular data stream backing pattern, but could not be parsed",
  );
});

test.each([
  [["logs*"], [], true],
  [[".ds-logs*"], [], true],
  [["*"], ["logs*"], true],
  [["logs*"], ["logs-a"], false],
  [["logs*"], [".ds-*"], true],
  [["*"], ["*logs*"], false],
  [["metrics*"], [], false],
])("patterns %j without %j: %s", (patterns, exclusions, expected) => {
  expect(isMatch({ patterns, exclusions }, { name: ".ds-logs-a-2026.01.31-000001", stream: "logs-a" })).toBe(expected);
});
