/** Properties of every change of the cluster state, alone and in combination. */
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { IndexAnalysis } from "../analysis/analyzers-of.ts";
import { illegalArgument, RequestError } from "../compat/errors.ts";
import { systemClock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { parseJson } from "../compat/json/parse-json.ts";
import { writeJson } from "../compat/json/write-json.ts";
import { fieldTypes } from "../mapping/field-types.ts";
import { mergeMappings } from "../mapping/merge-mappings.ts";
import { randomMapping } from "../testing/mapping/random-mappings.ts";
import { knownAnalysis } from "../mapping/mapping-context.ts";
import { MemoryFiles } from "../store/memory-files.ts";
import { createDataStream } from "./changes/create-data-stream.ts";
import { createIndex } from "./changes/create-index.ts";
import { deleteDataStreams } from "./changes/delete-data-streams.ts";
import { deleteIndices } from "./changes/delete-indices.ts";
import { deleteTemplates } from "./changes/delete-templates.ts";
import { extendMapping } from "./changes/extend-mapping.ts";
import { putClusterSettings } from "./changes/put-cluster-settings.ts";
import { markLazyRollover } from "./changes/mark-lazy-rollover.ts";
import { migrateToDataStream } from "./changes/migrate-to-data-stream.ts";
import { putComponentTemplate } from "./changes/put-component-template.ts";
import { putCustom } from "./changes/put-custom.ts";
import { putDataLifecycle } from "./changes/put-data-lifecycle.ts";
import { putIndexTemplate } from "./changes/put-index-template.ts";
import { putLegacyTemplate } from "./changes/put-legacy-template.ts";
import { putMapping } from "./changes/put-mapping.ts";
import { putSettings } from "./changes/put-settings.ts";
import { raiseAllTerms, raiseTerm } from "./changes/raise-terms.ts";
import { setIndexState } from "./changes/set-index-state.ts";
import { updateAliases } from "./changes/update-aliases.ts";
import type { ChangeInputs, ClusterChange, ClusterEvent } from "./cluster-change.ts";
import { changeBetween } from "./cluster-state-change.ts";
import type { ClusterState, ClusterStateStore, IndexMetadata } from "./cluster-state.ts";
import { COMPONENT_TEMPLATES, INDEX_TEMPLATES, LEGACY_TEMPLATES } from "./templates/template.ts";
import { FileClusterStateStore } from "./file-cluster-state-store.ts";
import { type ClusterServiceDependencies, LocalClusterService } from "./local-cluster-service.ts";
import { MemoryClusterStateStore } from "./memory-cluster-state-store.ts";

const EMPTY: ClusterState = {
  clusterUuid: "u",
  clusterName: "test",
  version: 1,
  indices: {},
  persistentSettings: {},
  transientSettings: {},
  customs: {},
};

const index = fc.constantFrom("a", "b", "constructor");
const indices = fc.uniqueArray(index, { minLength: 1 });
const alias = fc.constantFrom("x", "y", "b");
const mapping = fc.record({ properties: fc.dictionary(fc.constantFrom("f", "g"), fc.constant({ type: "keyword" })) });
const metadata = fc.option(fc.record({ is_write_index: fc.boolean(), routing: fc.constantFrom("1", "2") }));

const content = fc.record({
  settings: fc.constantFrom({}, { "index.codec": "default" }),
  mappings: mapping,
  aliases: fc.constantFrom({}, { x: {} }, { "{index}-x": {} }),
});
const common = { create: false, cause: "api" };
const patterns = fc.constantFrom("a", "*", "constructor").map((pattern): string[] => [pattern]);
const templates: fc.Arbitrary<ClusterChange> = fc.oneof(
  fc
    .tuple(index, patterns, content)
    .map(([name, index_patterns, template]) =>
      putLegacyTemplate({ ...common, name, patterns: index_patterns, template: { index_patterns, ...template } }),
    ),
  fc
    .tuple(index, patterns, content, fc.uniqueArray(fc.constant("a")), fc.nat({ max: 1 }))
    .map(([name, index_patterns, template, composed_of, priority]) =>
      putIndexTemplate({
        ...common,
        name,
        template: { index_patterns, template, composed_of, priority, ...(priority === 1 ? { data_stream: {} } : {}) },
      }),
    ),
  fc.tuple(index, content).map(([name, template]) => putComponentTemplate({ ...common, name, template: { template } })),
  fc
    .tuple(fc.constantFrom(LEGACY_TEMPLATES, INDEX_TEMPLATES, COMPONENT_TEMPLATES), indices)
    .map(([kind, names]) => deleteTemplates(kind, names)),
);

const change: fc.Arbitrary<ClusterChange> = fc.oneof(
  fc
    .record({ name: index, settings: fc.constant({}), mappings: mapping, aliases: fc.constantFrom({}, { x: {} }) })
    .map(createIndex),
  indices.map(deleteIndices),
  fc.tuple(indices, mapping).map(([names, update]) => putMapping(names, update)),
  fc.tuple(index, mapping).map(([name, update]) => extendMapping({ name, uuid: "1" }, update, { closed: true })),
  fc
    .tuple(indices, fc.constantFrom("1s", "2s", null), fc.boolean())
    .map(([names, interval, preserveExisting]) =>
      putSettings(names, { refresh_interval: interval }, { preserveExisting }),
    ),
  fc.array(fc.record({ index, alias, metadata })).map(updateAliases),
  fc
    .tuple(indices, fc.constantFrom("open" as const, "close" as const))
    .map(([names, next]) => setIndexState(names, next)),
  fc
    .tuple(fc.constantFrom("kind", "__proto__"), alias, fc.constantFrom({ v: 1 }, { v: 2 }, null))
    .map(([kind, name, value]) => putCustom(kind, name, value)),
  fc
    .tuple(fc.constantFrom(10, 20, null), fc.constantFrom(10, null))
    .map(([one, other]) => putClusterSettings({ "search.max_buckets": one }, { "search.max_buckets": other })),
  templates,
  index.map((name) => createDataStream(name)),
  index.map((name) => deleteDataStreams([name])),
  index.map((name) => markLazyRollover(name)),
  index.map((name) => migrateToDataStream(name)),
  fc.tuple(index, fc.boolean()).map(([name, isSet]) => putDataLifecycle([name], isSet ? { enabled: true } : null)),
  index.map((name) => raiseTerm(name, 0)),
  fc.constant(raiseAllTerms("n")),
);

function inputs(step: number): ChangeInputs {
  return {
    nowMs: 1_700_000_000_000 + step,
    uuid: String(step),
    isFlooded: false,
    analysisOf: ({ settings }) => knownAnalysis(settings, undefined),
  };
}

/** Frozen, so that writing to an input throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** The names that events should have, judged by the difference. */
function differing(before: ClusterState, after: ClusterState): string[] {
  const between = changeBetween(before, after);
  const settings = before.persistentSettings !== after.persistentSettings;
  const transient = before.transientSettings !== after.transientSettings;
  return [
    ...between.indices.map(([name]) => `index ${name}`),
    ...between.customs.flatMap(([kind, things]) => (things ?? []).map(([name]) => `${kind} ${name}`)),
    ...(settings || transient ? ["cluster_settings cluster"] : []),
  ].sort();
}

const named = (events: readonly ClusterEvent[]): string[] => events.map(({ model, name }) => `${model} ${name}`).sort();

function refusal(error: unknown): undefined {
  if (error instanceof RequestError) return undefined;
  throw error;
}

test("a change does not modify its input, is deterministic, and has events for exactly what differs", () => {
  let made = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), (changes) => {
      let state = frozen(EMPTY);
      for (const [step, { apply }] of changes.entries()) {
        const attempt = (): ReturnType<typeof apply> | undefined => {
          try {
            return apply(state, inputs(step));
          } catch (error) {
            return refusal(error);
          }
        };
        const changed = attempt();
        expect(attempt()).toEqual(changed);
        if (!changed) continue;
        expect(named(changed.events)).toEqual(differing(state, changed.state));
        if (changed.events.length === 0) expect(changed.state).toBe(state);
        else made++;
        state = frozen(changed.state);
      }
    }),
    { numRuns: 300 },
  );
  expect(made).toBeGreaterThan(300);
});

async function service(
  store: ClusterStateStore,
  more: Partial<ClusterServiceDependencies> = {},
): Promise<LocalClusterService> {
  return LocalClusterService.open({
    store,
    clock: systemClock,
    clusterName: "test",
    applyIndex: () => Promise.resolve(),
    removeIndex: () => Promise.resolve(),
    ...more,
  });
}

test("replaying the journal gives the final state, and threads know the current version of each index", async () => {
  const together = fc.array(change, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(together, { maxLength: 15 }), async (groups) => {
      const files = new MemoryFiles();
      const open = (): FileClusterStateStore =>
        new FileClusterStateStore(files, "state", (damage) => {
          throw damage;
        });
      const known = new Map<string, IndexMetadata>();
      const cluster = await service(open(), {
        applyIndex: async (metadata) => void known.set(metadata.uuid, metadata),
        removeIndex: async (uuid) => void known.delete(uuid),
      });
      for (const group of groups) await cluster.apply("server", ...group).catch(refusal);
      const found = await open().read();
      expect(found?.state).toEqual({ ...cluster.state, transientSettings: {} });
      expect([...known.values()]).toEqual(expect.arrayContaining(Object.values(cluster.state.indices)));
      expect(known.size).toBe(Object.keys(cluster.state.indices).length);
    }),
    { numRuns: 100 },
  );
});

const creation = (name: string): ClusterChange => createIndex({ name, settings: {}, mappings: {}, aliases: {} });

test("changes made together are one change of the store, or none if one of them is refused", async () => {
  const store = new MemoryClusterStateStore();
  const versions: number[] = [];
  store.watch((state) => void versions.push(state.version));
  const cluster = await service(store);
  const aliases = updateAliases([{ index: "a", alias: "x", metadata: {} }]);
  const { events } = await cluster.apply("server", creation("a"), creation("b"), aliases);
  expect(events.map(({ action, name }) => `${action} ${name}`)).toEqual(["created a", "created b", "updated a"]);
  await expect(cluster.apply("server", deleteIndices(["a"]), creation("b"))).rejects.toThrow("already exists");
  expect(versions).toEqual([1, 2]);
  expect(Object.keys(cluster.state.indices)).toEqual(["a", "b"]);
  expect((await cluster.apply("server", putSettings(["a"], {}, { preserveExisting: false }))).events).toEqual([]);
  expect(versions).toEqual([1, 2]);
});

test("a change that conflicts with one of another process is computed again from its result", async () => {
  const store = new MemoryClusterStateStore();
  const told: string[] = [];
  const heard: string[] = [];
  const cluster = await service(store, {
    applyIndex: async ({ name }) => void heard.push(name),
    onChange: (events) => void told.push(...named(events)),
  });
  const other = await service(store);
  await cluster.apply("server", putClusterSettings({}, { "search.max_buckets": 5 }));
  const writers = Array.from({ length: 20 }, (_, at) => (at % 2 ? cluster : other).apply("server", creation(`i${at}`)));
  await Promise.all(writers);
  await cluster.apply("server", putMapping(["i0", "i1"], { properties: { f: { type: "long" } } }));
  await expect(other.apply("server", creation("i1"))).rejects.toThrow("already exists");
  expect(Object.keys(cluster.state.indices)).toHaveLength(20);
  expect(cluster.state.transientSettings).toEqual({ "search.max_buckets": "5" });
  await sleep(0);
  expect(new Set(heard).size).toBe(20);
  expect(told).toHaveLength(1 + 10 + 2);
});

test("an analysis is read before the change that needs it is computed, once, and its errors are the change's", async () => {
  const read: string[] = [];
  const analysis = (settings: IndexMetadata["settings"]): IndexAnalysis => knownAnalysis(settings, undefined);
  const cluster = await service(new MemoryClusterStateStore(), {
    analyses: {
      known: () => undefined,
      async read(settings) {
        const name = String(settings["index.provided_name"]);
        read.push(name);
        await sleep(0);
        if (name === "broken") throw illegalArgument("IOException while reading file");
        return analysis(settings);
      },
    },
  });
  await cluster.apply("server", creation("a"), creation("b"));
  expect(read).toEqual(["a", "b"]);
  await expect(cluster.apply("server", creation("broken"))).rejects.toThrow("IOException");
  await expect(cluster.apply("server", creation("a"))).rejects.toThrow("already exists");
  expect(read).toEqual(["a", "b", "broken"]);
});

test("threads learn of changes made before indices were opened only when these are opened", async () => {
  const store = new MemoryClusterStateStore();
  await (await service(store)).apply("server", creation("a"));
  const heard: (readonly [string, readonly number[]])[] = [];
  const applyIndex = async ({ name, primaryTerms }: IndexMetadata): Promise<void> =>
    void heard.push([name, primaryTerms]);
  const cluster = await service(store, { applyIndex });
  await cluster.apply("server", raiseAllTerms("n"));
  expect(heard).toEqual([]);
  await cluster.applySystem();
  await Promise.all(cluster.applyOthers().map(({ opened }) => opened));
  expect(heard).toEqual([["a", [2]]]);
});

test("merging a mapping that adds nothing is not a change", () => {
  fc.assert(
    fc.property(randomMapping(fieldTypes.map(({ name }) => name)), (given) => {
      try {
        const mapping = parseJson(writeJson(mergeMappings({}, given, {}))) as JsonObject;
        const { state } = createIndex({ name: "a", settings: {}, mappings: {}, aliases: {} }).apply(EMPTY, inputs(1));
        const stored = { ...state, indices: { a: { ...state.indices["a"]!, mapping } } };
        expect(putMapping(["a"], mapping).apply(stored, inputs(2)).events).toEqual([]);
      } catch (error) {
        refusal(error);
      }
    }),
    { numRuns: 200 },
  );
});

test("a preview returns the result of changes without making them", async () => {
  const cluster = await service(new MemoryClusterStateStore());
  const { events } = await cluster.preview(creation("a"));
  expect(named(events)).toEqual(["index a"]);
  await expect(cluster.preview(deleteIndices(["a"]))).rejects.toThrow("no such index");
  expect(cluster.state.version).toBe(1);
});
