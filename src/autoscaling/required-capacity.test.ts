import { describe, expect, test } from "vitest";
import { changedPolicy, readPolicy } from "./policy.ts";
import { requiredCapacity } from "./required-capacity.ts";
import type { Situation } from "./situation.ts";

const GB = 2 ** 30;
const HOUR = 3_600_000;
const there = { storage: 100 * GB, memory: 8 * GB, processors: 2 };
const situation: Situation = {
  nowMs: 10 * HOUR,
  nodes: ["node-1"],
  current: { node: there, total: there },
  disk: { totalBytes: 100 * GB, freeBytes: 50 * GB },
  shards: [{ index: "a", shard: 0, bytes: 30 * GB }],
  streams: [],
  mounted: [],
};
const flat = (settings: object) => settings as Record<string, string>;
const capacityOf = (body: { roles: string[]; deciders?: Record<string, object> }, changes: Partial<Situation> = {}) =>
  requiredCapacity(changedPolicy("p", undefined, readPolicy("p", body as never, flat)), { ...situation, ...changes });

describe("capacity", () => {
  test("is the most that any decider asks for", () => {
    const deciders = { fixed: { storage: "200gb", memory: "1gb", processors: "1.5", nodes: "3" } };
    expect(capacityOf({ roles: ["data_hot"], deciders })).toMatchObject({
      required_capacity: {
        node: { storage: 200 * GB, memory: GB, processors: 1.5 },
        total: { storage: 600 * GB, memory: 3 * GB, processors: 4.5 },
      },
      current_nodes: [{ name: "node-1" }],
      deciders: {
        fixed: {
          reason_summary: "fixed storage [200gb] memory [1gb] processors [1.5] nodes [3]",
          reason_details: { storage: "200gb", memory: "1gb", nodes: 3, processors: 1.5 },
        },
        proactive_storage: { reason_summary: "storage ok" },
        reactive_storage: { reason_summary: "storage ok" },
      },
    });
  });

  test("is not known when one decider does not know", () => {
    expect(capacityOf({ roles: [], deciders: { fixed: {} } })).not.toHaveProperty("required_capacity");
  });

  test("reactive storage asks for what must leave a disk that is too full", () => {
    expect(capacityOf({ roles: ["data_warm"] }, { disk: { totalBytes: 100 * GB, freeBytes: 4 * GB } })).toMatchObject({
      required_capacity: { total: { storage: 106 * GB } },
      deciders: {
        reactive_storage: {
          reason_summary: "not enough storage available, needs 6gb",
          reason_details: { assigned: 6 * GB, assigned_shards: ["[a][0]"], unassigned: 0 },
        },
      },
    });
  });

  test("proactive storage adds what streams grew by in its window", () => {
    const indices = [
      { createdMs: 0, bytes: 80 * GB },
      { createdMs: 8 * HOUR, bytes: 20 * GB },
    ];
    // 20 GB in the last two hours and 10 in each hour before: 40 in four hours, of which 35 find room.
    expect(
      capacityOf(
        { roles: ["data_hot"], deciders: { proactive_storage: { forecast_window: "4h" } } },
        { streams: [{ name: "s", indices }] },
      ),
    ).toMatchObject({
      deciders: {
        proactive_storage: {
          reason_details: { forecasted: 40 * GB, unassigned: 5 * GB, assigned: 0, forecast_window: "4h" },
          required_capacity: { total: { storage: 105 * GB } },
        },
      },
    });
  });

  test("frozen deciders look at what is mounted", () => {
    const mounted = [0, 1].map((shard) => ({ index: "m", shard, bytes: 100 * GB }));
    expect(capacityOf({ roles: ["data_frozen"] }, { mounted })).toMatchObject({
      deciders: {
        frozen_existence: { reason_details: { indices: ["m"] } },
        frozen_shards: { reason_details: { shards: 2 } },
        frozen_storage: { required_capacity: { total: { storage: 10 * GB } } },
      },
    });
    expect(capacityOf({ roles: ["data_frozen"] })).toMatchObject({
      required_capacity: { node: { storage: 0, memory: 0 }, total: { storage: 0, memory: 0 } },
    });
  });

  test("machine learning needs what there is", () => {
    expect(capacityOf({ roles: ["ml"] })).toMatchObject({ required_capacity: { total: { memory: 8 * GB } } });
  });
});

describe("a policy", () => {
  test.each<[object, string]>([
    [{ roles: ["foo"] }, "Validation Failed: 1: unknown role [foo], known are [data, "],
    [{ roles: ["data"], deciders: { foo: {} } }, "unknown decider [foo], known are [fixed, "],
    [{ roles: ["ml"], deciders: { reactive_storage: {} } }, "decider [reactive_storage] not applicable"],
    [{ roles: ["data"], deciders: { fixed: { foo: "1" } } }, "unknown setting [foo] for decider [fixed]"],
    [{ roles: ["data"], deciders: { fixed: { storage: "1" } } }, "failed to parse setting [storage]"],
    [{ roles: ["data"], deciders: { fixed: { nodes: "-1" } } }, "must be >= 0"],
    [{ roles: ["master"] }, "no default nor user configured deciders for policy [p] with roles [[master]]"],
    [{}, "new policy p with no roles defined, must provide empty list for no roles"],
    [{ foo: 1 }, "unknown field [foo]"],
  ])("%j is refused", (body, reason) => {
    expect(() => changedPolicy("p", undefined, readPolicy("p", body as never, flat))).toThrow(reason);
  });

  test("keeps what a change does not mention", () => {
    const before = { roles: ["data"], deciders: { fixed: { nodes: "2" } } };
    expect(changedPolicy("p", before, { roles: ["data_hot"] })).toEqual({ ...before, roles: ["data_hot"] });
    expect(changedPolicy("p", before, { deciders: {} })).toEqual({ roles: ["data"], deciders: {} });
  });

  test("has a name that a file could have", () => {
    expect(() => readPolicy("a b", { roles: [] }, flat)).toThrow("name must not contain the following characters");
  });
});
