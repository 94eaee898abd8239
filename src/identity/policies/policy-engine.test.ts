import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import type { IdentityEvent } from "../event-sink.ts";
import { MemoryRecordStore } from "../records/memory-record-store.ts";
import { models } from "../records/models.ts";
import type { RecordChange } from "../records/record-store.ts";
import { evaluate, evaluateEach, type PolicyServices, type PolicyTarget } from "./policy-engine.ts";
import type { PolicyRequest } from "./policy-kind.ts";

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Groups 0 to 3, each but the first below the one before; users 1 to 3; matchers 0 to 2, the last of which is gone. */
interface World {
  readonly groupsOf: Readonly<Record<number, readonly number[]>>;
  readonly bindings: readonly BindingSpec[];
}

interface BindingSpec {
  readonly target: number;
  readonly what: readonly ["group" | "user" | "policy", number];
  readonly negate: boolean;
  readonly enabled: boolean;
  readonly order: number;
}

const matchers: readonly JsonObject[] = [
  { action: "login", client_ip: "", app: "" },
  { action: "", client_ip: "10.0.0.1", app: "wardex" },
];

async function built(world: World, logging = false): Promise<{ services: PolicyServices; events: IdentityEvent[] }> {
  const store = new MemoryRecordStore(models);
  const events: IdentityEvent[] = [];
  const create = (id: string, model: string, fields: JsonObject): RecordChange => ({
    kind: "create",
    id,
    model,
    fields,
    claims: [],
  });
  const changes = [0, 1, 2, 3].map((at) =>
    create(`group:${uuid(at)}`, "group", { pk: uuid(at), name: `g${at}`, parent: at === 0 ? null : uuid(at - 1) }),
  );
  for (const [pk, groups] of Object.entries(world.groupsOf))
    changes.push(
      create(`user:${pk}`, "user", { pk: Number(pk), username: `u${pk}`, email: "", groups: groups.map(uuid) }),
    );
  matchers.forEach((matcher, at) =>
    changes.push(
      create(`policy:${uuid(at)}`, "event_matcher", {
        pk: uuid(at),
        name: `m${at}`,
        execution_logging: logging,
        ...matcher,
      }),
    ),
  );
  world.bindings.forEach(({ target, what: [kind, which], negate, enabled, order }, at) => {
    const bound = { policy: null, group: null, user: null, [kind]: kind === "user" ? which : uuid(which) };
    changes.push(
      create(`policy_binding:${uuid(at)}`, "policy_binding", {
        pk: uuid(at),
        target: uuid(target),
        ...bound,
        negate,
        enabled,
        order,
        timeout: 30,
      }),
    );
  });
  await store.change(changes);
  return {
    services: { store, events: { record: (event) => void events.push(event) }, clock: { now: () => 7 } },
    events,
  };
}

/** What the page says, one sentence after another, without a store. */
function twin(world: World, target: PolicyTarget, request: PolicyRequest): boolean {
  const user = request.user === undefined ? undefined : world.groupsOf[request.user];
  const passes = ({ what: [kind, which], negate }: BindingSpec): boolean => {
    if (kind === "policy" && which === 2) return false;
    let passing = false;
    if (kind === "user") passing = user !== undefined && which === request.user;
    // A group holds the members of those below it, which have the higher numbers here.
    if (kind === "group") passing = user?.some((group) => group >= which) ?? false;
    if (kind === "policy" && which === 0) passing = request.event?.action === "login";
    if (kind === "policy" && which === 1)
      passing = request.event?.clientIp === "10.0.0.1" && request.event.app === "wardex";
    return passing !== negate;
  };
  const enabled = world.bindings.filter((binding) => uuid(binding.target) === target.pk && binding.enabled);
  if (enabled.length === 0) return target.unbound;
  const passed = enabled.filter(passes).length;
  return target.mode === "all" ? passed === enabled.length : passed > 0;
}

const bindings = fc.array(
  fc.record({
    target: fc.integer({ min: 10, max: 12 }),
    what: fc.oneof(
      fc.tuple(fc.constant("group" as const), fc.nat(3)),
      fc.tuple(fc.constant("user" as const), fc.integer({ min: 1, max: 4 })),
      fc.tuple(fc.constant("policy" as const), fc.nat(2)),
    ),
    negate: fc.boolean(),
    enabled: fc.boolean(),
    order: fc.integer({ min: -2, max: 2 }),
  }),
  { maxLength: 10 },
);
const groupsOf = fc.record({ 1: fc.uniqueArray(fc.nat(3)), 2: fc.uniqueArray(fc.nat(3)), 3: fc.constant([]) });
const requests = fc.record({
  user: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  event: fc.option(
    fc.record({
      action: fc.constantFrom("login" as const, "logout" as const),
      app: fc.constantFrom("wardex", "other"),
      clientIp: fc.constantFrom("10.0.0.1", "10.0.0.2", undefined),
    }),
    { nil: undefined },
  ),
});
const targetsOf = fc.tuple(
  ...[10, 11, 12].map((pk) =>
    fc.record({
      pk: fc.constant(uuid(pk)),
      mode: fc.constantFrom("all" as const, "any" as const),
      unbound: fc.boolean(),
    }),
  ),
);

test("targets let pass whom the plain reading of their bindings lets pass", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record({ groupsOf, bindings }), targetsOf, requests, async (world, targets, request) => {
      const { services } = await built(world);
      const answers = await evaluateEach(targets, request, services);
      expect(answers.map((answer) => answer.passing)).toEqual(targets.map((target) => twin(world, target, request)));
    }),
    { numRuns: 300 },
  );
});

describe("a target", () => {
  const target: PolicyTarget = { pk: uuid(10), mode: "any", unbound: true };
  const bound = (...what: Partial<BindingSpec>[]): World => ({
    groupsOf: { 1: [3] },
    bindings: what.map((one) => ({ target: 10, what: ["policy", 0], negate: false, enabled: true, order: 0, ...one })),
  });
  const login = { action: "login", app: "wardex", clientIp: "10.0.0.1" } as const;

  test("answers the messages of its policies in the order of the bindings", async () => {
    const { services } = await built(bound({ what: ["policy", 0], order: 5 }, { what: ["policy", 1], order: -5 }));
    expect(await evaluate(target, { event: login }, services)).toEqual({
      passing: true,
      messages: ["Client IP matched.", "App matched.", "Action matched."],
    });
  });

  test("tells of a policy that fails, which does not pass even when negated", async () => {
    const { services, events } = await built(bound({ what: ["policy", 2], negate: true }));
    expect(await evaluate(target, { user: 1 }, services)).toEqual({
      passing: false,
      messages: ["the policy is not there"],
    });
    expect(events).toMatchObject([
      {
        action: "policy_exception",
        user: { pk: 1, username: "u1" },
        context: { policy_uuid: uuid(2).replaceAll("-", "") },
      },
    ]);
  });

  test("tells of runs of policies that log, but not for lists", async () => {
    const { services, events } = await built(bound({ what: ["policy", 0] }), true);
    await evaluateEach([target], { event: login }, services);
    expect(events).toEqual([]);
    await evaluate(target, { event: login }, services);
    expect(events).toMatchObject([
      { action: "policy_execution", user: undefined, context: { policy_name: "m0", result: { passing: true } } },
    ]);
  });

  test("with a matcher lets nobody pass who brings no event", async () => {
    const { services } = await built(bound({ what: ["policy", 0] }));
    expect(await evaluate(target, { user: 1 }, services)).toEqual({ passing: false, messages: [] });
  });

  test("does not pass by a matcher that looks at nothing", async () => {
    const { services } = await built(bound({ what: ["policy", 0] }));
    await services.store.change([
      {
        kind: "create",
        id: `policy:${uuid(5)}`,
        model: "event_matcher",
        fields: { action: "", client_ip: "", app: "" },
        claims: [],
      },
    ]);
    const fields = {
      pk: uuid(9),
      target: uuid(11),
      policy: uuid(5),
      group: null,
      user: null,
      negate: false,
      enabled: true,
      order: 0,
    };
    await services.store.change([
      { kind: "create", id: `policy_binding:${uuid(9)}`, model: "policy_binding", fields, claims: [] },
    ]);
    expect((await evaluate({ ...target, pk: uuid(11) }, { event: login }, services)).passing).toBe(false);
  });
});
