/** The body of a lifecycle policy, in its normal form. */
import { intervalMs } from "../../cluster/downsample-interval.ts";
import type { ClusterState } from "../../cluster/cluster-state.ts";
import { policyNamed } from "../../snapshots/lifecycle/policy.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { type BodyShape, type Member, notBuilt, parseObject } from "../../compat/object-parser.ts";
import { parseBytes, parseTimeMs } from "../../compat/time-value.ts";
import { parseNumberText } from "../../compat/request-text.ts";
import { valueText } from "../../compat/value-text.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { ACTIONS, ageOf, PHASES } from "../../lifecycles/policy.ts";
import { placesShards } from "../../lifecycles/steps-of-phase.ts";

const SIZES = ["max_size", "max_primary_shard_size", "min_size", "min_primary_shard_size"];
const COUNTS = ["max_docs", "max_primary_shard_docs", "min_docs", "min_primary_shard_docs"];

/** Durations, sizes and counts of a rollover. */
const CONDITIONS: Readonly<Record<string, Member>> = Object.fromEntries([
  ...SIZES.map((name) => [name, (value: Json) => checkedText(value, (text) => parseBytes(text, name))]),
  ...["max_age", "min_age"].map((name) => [name, timeMember(name)]),
  ...COUNTS.map((name) => [name, "integer"]),
]) as Readonly<Record<string, Member>>;

/** A number; null takes the priority away. */
const PRIORITY: Member = {
  takes: (value) => value === null || typeof value === "number" || typeof value === "string",
  read: (value) => (value === null ? null : parseNumberText(valueText(value), true)),
};

/** How each action is read. */
const SHAPES: Readonly<Record<string, BodyShape>> = {
  allocate: {
    name: "allocate",
    members: {
      number_of_replicas: "int32",
      total_shards_per_node: "int32",
      include: "object",
      exclude: "object",
      require: "object",
    },
    check: checkAllocate,
  },
  delete: { name: "delete", members: { delete_searchable_snapshot: "boolean" } },
  downsample: {
    name: "downsample",
    members: { fixed_interval: "text", wait_timeout: timeMember("wait_timeout") },
    check: (parsed) => require(parsed, "fixed_interval"),
  },
  forcemerge: {
    name: "forcemerge",
    members: { max_num_segments: "int32", index_codec: "text" },
    check: checkForcemerge,
  },
  freeze: { name: "freeze", members: {} },
  migrate: { name: "migrate", members: { enabled: "boolean" } },
  readonly: { name: "readonly", members: {} },
  rollover: { name: "rollover_conditions", members: CONDITIONS, check: checkRollover },
  searchable_snapshot: {
    name: "searchable_snapshot",
    members: {
      snapshot_repository: "text",
      force_merge_index: "boolean",
      total_shards_per_node: "int32",
      replicate_for: timeMember("replicate_for"),
    },
    check: (parsed) => require(parsed, "snapshot_repository"),
  },
  set_priority: { name: "set_priority", members: { priority: PRIORITY }, check: checkPriority },
  shrink: {
    name: "shrink",
    members: {
      number_of_shards: "int32",
      max_primary_shard_size: (value) => checkedText(value, (text) => parseBytes(text, "max_primary_shard_size")),
      allow_write_after_shrink: "boolean",
    },
    check: checkShrink,
  },
  unfollow: { name: "unfollow", members: {} },
  wait_for_snapshot: {
    name: "wait_for_snapshot",
    members: { policy: "text" },
    check(parsed) {
      require(parsed, "policy");
      if (ownOf(parsed, "policy") === "") throw notBuilt("wait_for_snapshot", "policy name must be specified");
    },
  },
};

/** What actions say when they are shown, where the body leaves it out. */
const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  allocate: { include: {}, exclude: {}, require: {} },
  delete: { delete_searchable_snapshot: true },
  downsample: { wait_timeout: "1d" },
  migrate: { enabled: true },
  searchable_snapshot: { force_merge_index: true },
  shrink: { allow_write_after_shrink: false },
};

/** The policy that a body defines; throws 400 for what no policy can be. */
export function lifecyclePolicyBody(name: string, json: Json, text: string): JsonObject {
  const { policy } = parseObject(requestShape(json), json, text);
  if (!isJsonObject(policy)) throw illegalArgument("Required [policy]");
  const phases = ownOf(policy, "phases");
  const normal = Object.entries(isJsonObject(phases) ? phases : {}).map(([phase, definition]) => [
    phase,
    normalPhase(isJsonObject(definition) ? definition : {}),
  ]);
  const definition = { ...policy, phases: Object.fromEntries(normal) as JsonObject };
  checkPolicy(name, definition);
  return definition;
}

const LONGEST_NAME_BYTES = 255;

/** Throws 400 for a name that no policy may have. */
export function checkPolicyName(name: string): void {
  const wrong = name.includes(",")
    ? "must not contain ','"
    : name.includes(" ")
      ? "must not contain spaces"
      : name.startsWith("_")
        ? "must not start with '_'"
        : Buffer.byteLength(name) > LONGEST_NAME_BYTES
          ? `name is too long, (${Buffer.byteLength(name)} > ${LONGEST_NAME_BYTES})`
          : undefined;
  if (wrong !== undefined) throw illegalArgument(`invalid policy name [${name}]: ${wrong}`);
}

/** Names of phases and actions are those of the body. */
function requestShape(json: Json): BodyShape {
  const policy = isJsonObject(json) ? ownOf(json, "policy") : undefined;
  const phases = isJsonObject(policy) ? ownOf(policy, "phases") : undefined;
  const names = isJsonObject(phases) ? Object.keys(phases) : [];
  return {
    name: "put_lifecycle_request",
    members: {
      policy: {
        name: "lifecycle_policy",
        members: {
          phases: { name: "phases", members: Object.fromEntries(names.map((phase) => [phase, PHASE])) },
          _meta: "object",
          deprecated: "boolean",
        },
        check: (parsed) => require(parsed, "phases"),
      },
    },
  };
}

const PHASE: BodyShape = {
  name: "phase",
  members: {
    min_age: timeMember("min_age"),
    actions: { name: "actions", members: SHAPES, isRegistry: true },
  },
  check: (parsed) => require(parsed, "actions"),
};

function normalPhase(phase: JsonObject): JsonObject {
  const given = ownOf(phase, "actions");
  const actions = Object.entries(isJsonObject(given) ? given : {}).map(([name, options]) => [
    name,
    { ...ownOf(DEFAULTS, name), ...(isJsonObject(options) ? options : {}) },
  ]);
  return { min_age: ownOf(phase, "min_age") ?? "0ms", actions: Object.fromEntries(actions) as JsonObject };
}

function require(parsed: JsonObject, name: string): void {
  if (ownOf(parsed, name) === undefined) throw illegalArgument(`Required [${name}]`);
}

function timeMember(name: string): Member {
  return (value) => checkedText(value, (text) => parseTimeMs(text, name));
}

function checkedText(value: Json, check: (text: string) => unknown): Json {
  const text = valueText(value);
  check(text);
  return text;
}

function checkPriority(parsed: JsonObject): void {
  require(parsed, "priority");
  if (Number(ownOf(parsed, "priority")) < 0) throw notBuilt("set_priority", "[priority] must be 0 or greater");
}

function checkRollover(parsed: JsonObject): void {
  if (!Object.keys(parsed).some((name) => name.startsWith("max_")))
    throw illegalArgument("At least one max_* rollover condition must be set.");
}

function checkForcemerge(parsed: JsonObject): void {
  require(parsed, "max_num_segments");
  if (Number(ownOf(parsed, "max_num_segments")) <= 0)
    throw notBuilt("forcemerge", "[max_num_segments] must be a positive integer");
  const codec = ownOf(parsed, "index_codec");
  if (codec !== undefined && codec !== "best_compression")
    throw notBuilt("forcemerge", `unknown index codec: [${valueText(codec)}]`);
}

function checkShrink(parsed: JsonObject): void {
  const [shards, size] = [ownOf(parsed, "number_of_shards"), ownOf(parsed, "max_primary_shard_size")];
  if (shards !== undefined && size !== undefined)
    throw notBuilt("shrink", "Cannot set both [number_of_shards] and [max_primary_shard_size]");
  if (shards === undefined && size === undefined)
    throw notBuilt("shrink", "Either [number_of_shards] or [max_primary_shard_size] must be set");
  if (shards !== undefined && Number(shards) <= 0)
    throw notBuilt("shrink", "[number_of_shards] must be greater than 0");
  if (typeof size === "string" && parseBytes(size, "max_primary_shard_size") <= 0)
    throw notBuilt("shrink", "[max_primary_shard_size] must be greater than 0");
}

function checkAllocate(parsed: JsonObject): void {
  const [replicas, most] = [ownOf(parsed, "number_of_replicas"), ownOf(parsed, "total_shards_per_node")];
  if (!placesShards(parsed) && replicas === undefined && most === undefined)
    throw notBuilt(
      "allocate",
      "At least one of include, exclude or require must contain attributes for action allocate. Otherwise the number_of_replicas or the total_shards_per_node options must be configured.",
    );
  if (Number(replicas ?? 0) < 0) throw notBuilt("allocate", "[number_of_replicas] must be >= 0");
  if (Number(most ?? 1) < 1 && Number(most) !== -1) throw notBuilt("allocate", "[total_shards_per_node] must be >= 1");
}

/** Throws what does not fit together, in the order in which Elasticsearch looks. */
function checkPolicy(name: string, policy: JsonObject): void {
  const phases = phasesOf(policy);
  for (const [phase] of phases)
    if (ownOf(ACTIONS, phase) === undefined)
      throw validationFailed([`Timeseries lifecycle does not support phase [${phase}]`]);
  for (const [phase, { actions }] of phases)
    for (const action of Object.keys(actions))
      if (!ownOf(ACTIONS, phase)?.includes(action))
        throw validationFailed([`invalid action [${action}] defined in phase [${phase}]`]);
  const [, hot] = phases.find(([phase]) => phase === "hot") ?? [];
  const needy = ["downsample", "forcemerge", "readonly", "searchable_snapshot", "shrink"];
  const lonely = needy.filter((action) => ownOf(hot?.actions, action) !== undefined);
  if (lonely.length > 0 && ownOf(hot?.actions, "rollover") === undefined)
    throw validationFailed([
      `the [${lonely.join(", ")}] action(s) may not be used in the [hot] phase without an accompanying [rollover] action`,
    ]);
  checkIntervals(phases);
  checkTiers(phases);
  checkAges(phases);
  if (phases.some(([, { actions }]) => ownOf(actions, "searchable_snapshot") !== undefined))
    throw illegalArgument(
      `policy [${name}] defines the [searchable_snapshot] action but the current license is non-compliant for [searchable-snapshots]`,
    );
}

/** Throws 400 for a snapshot policy that a policy waits for and that is not there. */
export function checkSnapshotPolicies(state: ClusterState, definition: JsonObject): void {
  for (const [phase, { actions }] of phasesOf(definition)) {
    const waiting = ownOf(actions, "wait_for_snapshot");
    const policy = isJsonObject(waiting) ? valueText(ownOf(waiting, "policy") ?? null) : undefined;
    if (policy === undefined || policyNamed(state, policy)) continue;
    throw illegalArgument(
      `no such snapshot lifecycle policy [${policy}], the snapshot lifecycle policy referenced by the [wait_for_snapshot] action in the [${phase}] phase must exist before it can be referenced by an ILM policy`,
    );
  }
}

interface ReadPhase {
  readonly definition: JsonObject;
  readonly actions: JsonObject;
}

/** In the order of phases; unknown ones first. */
function phasesOf(policy: JsonObject): [string, ReadPhase][] {
  const phases = ownOf(policy, "phases");
  const order = (phase: string): number => (PHASES as readonly string[]).indexOf(phase);
  return Object.entries(isJsonObject(phases) ? phases : {})
    .map(([phase, definition]): [string, ReadPhase] => {
      const known = isJsonObject(definition) ? definition : {};
      const actions = ownOf(known, "actions");
      return [phase, { definition: known, actions: isJsonObject(actions) ? actions : {} }];
    })
    .sort(([one], [other]) => order(one) - order(other));
}

function checkTiers(phases: readonly [string, ReadPhase][]): void {
  const doubly = phases.filter(([, { actions }]) => {
    const migrate = ownOf(actions, "migrate");
    const isOn = isJsonObject(migrate) && ownOf(migrate, "enabled") !== false;
    return isOn && placesShards(ownOf(actions, "allocate"));
  });
  if (doubly.length > 0)
    throw validationFailed([
      `phases [${doubly.map(([phase]) => phase).join(",")}] specify an enabled migrate action and an allocate action with allocation rules. specify only a single data migration in each phase`,
    ]);
  const frozen = phases.find(([phase]) => phase === "frozen");
  if (frozen && ownOf(frozen[1].actions, "searchable_snapshot") === undefined)
    throw validationFailed([
      "policy specifies the [frozen] phase without a corresponding [searchable_snapshot] action, but a searchable snapshot action is required in the frozen phase",
    ]);
}

/** Each phase downsamples to a multiple of what the one before has. */
function checkIntervals(phases: readonly [string, ReadPhase][]): void {
  const rounds = phases.flatMap(([phase, { actions }]) => {
    const action = ownOf(actions, "downsample");
    return isJsonObject(action) ? [{ phase, interval: valueText(ownOf(action, "fixed_interval") ?? "") }] : [];
  });
  const [first, ...others] = rounds;
  for (const { phase, interval } of others) {
    if (!first) return;
    const [before, after] = [intervalMs(first.interval), intervalMs(interval)];
    const fault = before >= after ? "greater than" : after % before !== 0 ? "a multiple of" : undefined;
    if (fault !== undefined)
      throw illegalArgument(
        `Downsampling interval [${interval}] for phase [${phase}] must be ${fault} the interval [${first.interval}] for phase [${first.phase}]`,
      );
  }
}

/** Phases begin in their order. Where no age is given, that of the phase before holds. */
function checkAges(phases: readonly [string, ReadPhase][]): void {
  const aged = phases.filter(([, { definition }]) => ageOf(definition) > 0);
  for (let at = 1; at < aged.length; at++) {
    const [[before, one], [after, other]] = [aged[at - 1]!, aged[at]!];
    if (ageOf(other.definition) >= ageOf(one.definition)) continue;
    const text = ({ definition }: ReadPhase): string => valueText(ownOf(definition, "min_age") ?? "0ms");
    throw validationFailed([
      `Your policy is configured to run the ${after} phase (min_age: ${text(other)}) before the ${before} phase (min_age: ${text(one)}). You should change the phase timing so that the phases will execute in the order of hot, warm, then cold.`,
    ]);
  }
}
