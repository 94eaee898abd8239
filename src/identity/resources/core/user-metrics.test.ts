import { expect, test } from "vitest";
import type { EventAction } from "../../events/event-actions.ts";
import { TestIdentity } from "../../../testing/identity/identity.ts";

test("the chart of a user counts their sign-ins, what failed under their name, and authorisations", async () => {
  const t = await TestIdentity.open();
  const ann = await t.user("ann");
  const bob = await t.user("bob");
  const as = await t.token(ann);
  const told = (action: EventAction, pk: number | undefined, username: string, hoursAgo: number): void =>
    t.trail.record({
      action,
      app: "test",
      user: pk === undefined ? undefined : { pk, username, email: "" },
      context: action === "login_failed" ? { username } : {},
      clientIp: "10.0.0.1",
      createdMs: t.clock.nowMs - hoursAgo * 3_600_000,
    });
  told("login", ann, "ann", 0.5);
  told("login", ann, "ann", 2.5);
  told("login", bob, "bob", 0.5);
  told("login", ann, "ann", 24.5);
  told("login_failed", undefined, "ann", 1.5);
  told("login_failed", undefined, "bob", 1.5);
  told("authorize_application", ann, "ann", 23.5);
  const { object } = await t.call("GET", `core/users/${ann}/metrics/`);
  const counts = (name: string): [number, number][] =>
    (object[name] as { y_cord: number }[]).flatMap(({ y_cord }, hour): [number, number][] =>
      y_cord === 0 ? [] : [[hour, y_cord]],
    );
  expect(counts("logins_per_1h")).toEqual([
    [0, 1],
    [2, 1],
  ]);
  expect(counts("logins_failed_per_1h")).toEqual([[1, 1]]);
  expect(counts("authorizations_per_1h")).toEqual([[23, 1]]);
  expect((await t.call("GET", `core/users/${ann}/metrics/`, { as })).status).toBe(403);
  expect((await t.call("GET", `core/users/${bob}/metrics/`, { as })).status).toBe(404);
});
