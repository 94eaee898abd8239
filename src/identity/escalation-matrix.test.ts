/**
 * Every operation that the identity interface declares, with every value that may raise rights, where role mappings
 * look at all that can be written: nobody has more afterwards than the caller could give. A new operation is tried
 * without a word said here; a new field needs a line.
 */
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../core/json.ts";
import type { Pipeline } from "../http/pipeline.ts";
import { CALLERS, type CallerName, EscalationWorld, WAYS } from "../testing/identity/escalation.ts";
import { endpoints } from "./resources.ts";

/** A user, group or credential of the world, in bodies and paths. */
type Place = (world: EscalationWorld) => Json;

const hal: Place = ({ hal: pk }) => pk;
const pat: Place = ({ pat: pk }) => pk;
const superusers: Place = ({ groups }) => groups.superusers;
const crew: Place = ({ groups }) => groups.crew;
const plain: Place = ({ groups }) => groups.plain;
const below: Place = ({ groups }) => groups.below;
const dbb: Place = ({ groups }) => groups.dbb;
const all =
  (...places: Place[]): Place =>
  (world) =>
    places.map((place) => place(world));
const exactly =
  (value: Json): Place =>
  () =>
    value;

/** Values of fields that may decide rights. */
const RAISING: Readonly<Record<string, readonly Place[]>> = {
  username: ["svc-1", "boss", "admin"].map(exactly),
  name: ["svc-1", "boss", "dba", "plain"].map(exactly),
  is_superuser: [exactly(true)],
  parent: [exactly(null), superusers, plain, dbb],
  users: [all(), all(hal), all(hal, pat), all(exactly(1), hal)],
  groups: [all(), all(superusers), all(dbb), all(crew, dbb), all(crew, plain)],
  group: [superusers, dbb],
  roles: [[], ["powerful"], ["superuser"]].map(exactly),
  attributes: [{ dept: "it", level: 9 }, { dept: "it" }, {}].map(exactly),
  is_active: [exactly(false)],
  user: [exactly(1), pat],
  for_user: [exactly(1), pat],
  intent: ["app_password", "recovery"].map(exactly),
  create_group: [exactly(true)],
  password: [exactly("a new one")],
};

/** One value each for the others, which decide nothing. */
const NEUTRAL: JsonObject = {
  username: "fresh",
  name: "fresh",
  password: "a new one",
  token: "none",
  slug: "fresh",
  provider: null,
  meta_launch_url: "",
  meta_description: "",
  meta_publisher: "",
  policy_engine_mode: "any",
  identifier: "fresh",
  description: "",
  expires: "2030-01-01T00:00:00Z",
  expiring: false,
  email: "",
  certificate_data: "",
  key_data: "",
  common_name: "fresh",
  subject_alt_name: "",
  validity_days: 1,
  execution_logging: true,
  action: "login",
  client_ip: "",
  app: "",
  policy: null,
  target: null,
  negate: false,
  enabled: true,
  order: 0,
  timeout: 1,
  kind: "search",
  content: {},
  shared: true,
  seen: true,
  transports: [],
  severity: "notice",
  mode: "local",
  webhook_url: "",
  send_once: false,
};

/** Where each two values are tried in any case. */
const PAIRED: readonly string[] = ["group and metadata", "not in a group"];

/** What stands in paths. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  id: [hal, pat, exactly(1)],
  group_uuid: [superusers, crew, plain, below, dbb],
  identifier: ["of-hal", "of-pat", "wardex-bootstrap-token"].map(exactly),
};

const operations = endpoints.flatMap(({ path, methods }) =>
  Object.entries(methods).map(([method, { id, body }]) => ({ id, path, method, body })),
);
type Tried = (typeof operations)[number];

const writable = ({ body }: Tried): readonly { name: string; required?: boolean }[] =>
  body?.fields.filter((field) => field.readOnly !== true) ?? [];

test("every field of a body is known: whether it may raise rights, and by which values", () => {
  const names = new Set(operations.flatMap(writable).map(({ name }) => name));
  expect([...names].filter((name) => !(name in RAISING) && !(name in NEUTRAL))).toEqual([]);
  const parameters = new Set(
    operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])),
  );
  expect(parameters).toContain("group_uuid");
});

/** Paths with everything that they may name; what decides nothing is not there. */
function paths(path: string, world: EscalationWorld): string[] {
  const [whole, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (whole === undefined || name === undefined) return [path];
  const places = PLACES[name]?.map((place) => String(place(world))) ?? ["00000000-0000-4000-8000-000000000000"];
  return places.map((place) => path.replace(whole, place));
}

const DEEP = process.env["WARDEX_DEEP"] !== undefined;

/** Bodies with each one of the values that may raise rights, and each two. */
function bodies(operation: Tried, world: EscalationWorld, two: boolean): JsonObject[] {
  const fields = writable(operation);
  const required = Object.fromEntries(
    fields.flatMap(({ name, required: must }) =>
      must === true && operation.method !== "PATCH" ? [[name, NEUTRAL[name] ?? null]] : [],
    ),
  );
  const raising = fields.flatMap(({ name }) => (RAISING[name] ?? []).map((place) => [name, place(world)] as const));
  const pairs = raising.flatMap((one, at) => [
    [one],
    ...raising.slice(two ? at + 1 : Infinity).flatMap((other) => (other[0] === one[0] ? [] : [[one, other]])),
  ]);
  return [required, ...pairs.map((pair) => ({ ...required, ...Object.fromEntries(pair) }))];
}

/** What came of trying operations. */
interface Outcome {
  readonly gains: readonly { readonly id: string; readonly said: string }[];
  /** Calls that were let through. */
  readonly done: number;
}

/** Tries operations with every body at every place. */
async function tryAll(
  world: EscalationWorld,
  caller: CallerName,
  { two = false, through }: { two?: boolean; through?: Pipeline } = {},
): Promise<Outcome> {
  const gains: { id: string; said: string }[] = [];
  let done = 0;
  const before = await world.look();
  for (const operation of operations) {
    for (const path of paths(operation.path, world)) {
      for (const body of bodies(operation, world, two)) {
        const given = { ...(operation.body ? { body } : {}), ...(through ? { through } : {}) };
        const answer = await world.t.call(operation.method, path, { as: world.credentials[caller], ...given });
        const gain = answer.text.includes("administrators-token-of-tests")
          ? "a key was shown"
          : world.store.written
            ? world.gained(caller, before, await world.look())
            : undefined;
        if (gain !== undefined)
          gains.push({
            id: operation.id,
            said: `${operation.method} ${path} ${JSON.stringify(body)}: ${answer.status}, ${gain}`,
          });
        if (answer.status < 300) done++;
        if (world.store.written) world.store.reset();
      }
    }
  }
  return { gains, done };
}

describe.each(CALLERS)("nobody gains by a %s", (caller) => {
  test.each(Object.keys(WAYS))("where mappings look at: %s", async (way) => {
    const two = DEEP || (caller === "user administrator" && PAIRED.includes(way));
    const { gains, done } = await tryAll(await EscalationWorld.open(WAYS[way]), caller, { two });
    expect(gains).toEqual([]);
    // What is not more than the caller has is let through.
    expect(done).toBeGreaterThan(10);
  });
});

test("without the guard of the records, the escalations are found", async () => {
  const found = new Set<string>();
  for (const way of ["user name", "not in a group"]) {
    const world = await EscalationWorld.open(WAYS[way]);
    const { gains } = await tryAll(world, "user administrator", { through: world.unguarded });
    gains.forEach(({ id }) => found.add(id));
  }
  const writes = ["groups", "users"].flatMap((name) =>
    ["create", "update", "partial_update", "delete"].map((what) => `core_${name}_${what}`),
  );
  expect([...found]).toEqual(expect.arrayContaining([...writes, "core_tokens_create", "core_users_service_account"]));
});
