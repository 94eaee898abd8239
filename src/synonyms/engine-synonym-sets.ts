/**
 * Synonym sets as documents of a system index, one document per set: changing a set is one write, and the cluster state
 * does not grow with the rules.
 */
import { createIndex } from "../cluster/changes/create-index.ts";
import type { ChangeListener, ChangeSource } from "../cluster/cluster-change.ts";
import { sharedText } from "../analysis/read-resources.ts";
import type { ClusterService } from "../cluster/cluster-service.ts";
import { randomUuid } from "../core/clock.ts";
import { assert } from "../core/assert.ts";
import { fromPortableError, illegalArgument, RequestError } from "../compat/errors.ts";
import { validationFailed } from "../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import type { Documents, WriteItem } from "../documents/documents.ts";
import { type SearchEngine, searchSystem } from "../search/system-search.ts";
import { MOST_RULES, type NewSynonymRule, type SynonymRule, type SynonymSets } from "./synonym-sets.ts";

/** Name of the index. */
export const SYNONYMS_INDEX = ".wardex-synonyms";

const SETTINGS: JsonObject = {
  index: { number_of_shards: 1, auto_expand_replicas: "0-1", hidden: true, refresh_interval: "-1" },
};
const MAPPING: JsonObject = {
  dynamic: "strict",
  properties: { name: { type: "keyword" }, count: { type: "integer" }, rules: { type: "object", enabled: false } },
};
/** Model name in change events of synonym sets. */
const MODEL = "synonyms_set";
/** Elasticsearch stores each rule as a separate document with this id, whose length is limited. */
const MOST_ID_BYTES = 512;

/** Access to the index. */
export interface EngineSynonymsDependencies extends SearchEngine {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly documents: Pick<Documents, "get" | "write" | "refresh">;
  /** Receives durable changes before the request is answered. */
  readonly onChange?: ChangeListener;
}

/** Implements SynonymSets on the system index. */
export class EngineSynonymSets implements SynonymSets {
  readonly #parts: EngineSynonymsDependencies;
  /** Runs changes one after another. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(parts: EngineSynonymsDependencies) {
    this.#parts = parts;
  }

  async list(from: number, size: number): ReturnType<SynonymSets["list"]> {
    const index = this.#parts.cluster.state.indices[SYNONYMS_INDEX];
    if (!index) return { count: 0, sets: [] };
    await this.#parts.documents.refresh([index.uuid]);
    const body = { from, size, _source: false, docvalue_fields: ["name", "count"], sort: ["name"] };
    const { total, hits } = await searchSystem(this.#parts, [index], body);
    return { count: total, sets: hits.map(listedSet) };
  }

  async rules(set: string): Promise<readonly SynonymRule[]> {
    const rules = await this.#read(set);
    if (!rules) throw setNotFound(set);
    return rules;
  }

  async rule(set: string, id: string): Promise<SynonymRule> {
    const rule = (await this.rules(set)).find((candidate) => candidate.id === id);
    if (rule) return rule;
    throw new RequestError(404, "resource_not_found_exception", `synonym rule [${id}] not found`);
  }

  /** The rules as analysis reads them, in memory shared by threads; undefined when there is no such set. */
  async sharedRules(set: string): Promise<Uint8Array | undefined> {
    const rules = await this.#read(set);
    return rules && sharedText(rules.map(({ synonyms }) => synonyms).join("\n"));
  }

  async put(
    source: ChangeSource,
    set: string,
    rules: readonly NewSynonymRule[],
    append: boolean,
  ): Promise<"created" | "updated"> {
    if (rules.length > MOST_RULES)
      throw illegalArgument(`The number of synonyms rules in a synonym set cannot exceed ${MOST_RULES}`);
    const given = rules.map(({ id, synonyms }) => ({ id: id ?? randomUuid(), synonyms }));
    checkIds(set, given);
    return this.#change(async () => {
      const before = await this.#read(set);
      await this.#write(set, inOrder([...((append && before) || []), ...given]));
      const action = before ? "updated" : "created";
      this.#parts.onChange?.([{ action, model: MODEL, name: set }], source);
      return action;
    });
  }

  putRule(source: ChangeSource, set: string, rule: SynonymRule): Promise<"created" | "updated"> {
    return this.#change(async () => {
      const before = await this.rules(set);
      checkIds(set, [rule]);
      await this.#write(set, inOrder([...before, rule]));
      this.#ruleChanged(source, set, rule.id);
      return before.some(({ id }) => id === rule.id) ? "updated" : "created";
    });
  }

  deleteRule(source: ChangeSource, set: string, id: string): Promise<void> {
    return this.#change(async () => {
      const before = await this.rules(set);
      const after = before.filter((rule) => rule.id !== id);
      if (after.length === before.length)
        throw new RequestError(
          404,
          "resource_not_found_exception",
          `synonym rule [${id}] not found on synonyms set [${set}]`,
        );
      await this.#write(set, after);
      this.#ruleChanged(source, set, id);
    });
  }

  delete(source: ChangeSource, set: string, refuse: () => void): Promise<void> {
    return this.#change(async () => {
      refuse();
      await this.rules(set);
      await this.#send({ kind: "delete", index: SYNONYMS_INDEX, id: set, options: {} });
      this.#parts.onChange?.([{ action: "deleted", model: MODEL, name: set }], source);
    });
  }

  #ruleChanged(source: ChangeSource, set: string, rule: string): void {
    this.#parts.onChange?.([{ action: "updated", model: MODEL, name: set, part: `rule ${rule}` }], source);
  }

  async #read(set: string): Promise<SynonymRule[] | undefined> {
    if (!this.#parts.cluster.state.indices[SYNONYMS_INDEX] || Buffer.byteLength(set) > MOST_ID_BYTES) return undefined;
    const [result] = await this.#parts.documents.get([{ index: SYNONYMS_INDEX, id: set, realtime: true }]);
    if (!result || !("found" in result))
      throw result
        ? fromPortableError(result)
        : new RequestError(500, "illegal_state_exception", "the get was not answered");
    if (!result.found) return undefined;
    const source = parseJsonBytes(result.source);
    assert(isJsonObject(source) && Array.isArray(source["rules"]), `the set [${set}] has rules`);
    return source["rules"].map(storedRule);
  }

  async #write(set: string, rules: readonly SynonymRule[]): Promise<void> {
    if (rules.length > MOST_RULES)
      throw illegalArgument(`The number of synonym rules in a synonyms set cannot exceed ${MOST_RULES}`);
    const { cluster } = this.#parts;
    if (!cluster.state.indices[SYNONYMS_INDEX]) {
      const creation = { name: SYNONYMS_INDEX, settings: SETTINGS, mappings: MAPPING, aliases: {}, system: true };
      await cluster.apply("server", createIndex(creation));
    }
    const source = stringifyJson({
      name: set,
      count: rules.length,
      rules: rules.map(({ id, synonyms }) => ({ id, synonyms })),
    });
    await this.#send({ kind: "index", index: SYNONYMS_INDEX, id: set, source: Buffer.from(source), options: {} });
  }

  async #send(item: WriteItem): Promise<void> {
    const [result] = await this.#parts.documents.write([item], { refresh: "false" });
    if (result?.ok === false) throw fromPortableError(result.error);
  }

  #change<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined); // the caller who awaits `done` gets its failure
    return done;
  }
}

/** 404 `resource_not_found_exception`. */
function setNotFound(set: string): RequestError {
  return new RequestError(404, "resource_not_found_exception", `synonyms set [${set}] not found`);
}

/** Of rules with equal ids only the last is kept; ordered by the ids' bytes. */
function inOrder(rules: readonly SynonymRule[]): SynonymRule[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const keyed = [...byId.values()].map((rule) => ({ rule, key: Buffer.from(rule.id) }));
  return keyed.sort((one, other) => one.key.compare(other.key)).map(({ rule }) => rule);
}

/** Throws 400 for ids that are too long for Elasticsearch to store. */
function checkIds(set: string, rules: readonly SynonymRule[]): void {
  const failures = rules.flatMap(({ id }) => {
    const bytes = Buffer.byteLength(`${set}|${id}`);
    return bytes > MOST_ID_BYTES
      ? [`id [${set}|${id}] is too long, must be no longer than ${MOST_ID_BYTES} bytes but was: ${bytes}`]
      : [];
  });
  if (failures.length > 0) throw validationFailed(failures);
}

function storedRule(value: Json): SynonymRule {
  assert(
    isJsonObject(value) && typeof value["id"] === "string" && typeof value["synonyms"] === "string",
    "a stored rule has an id and synonyms",
  );
  return { id: value["id"], synonyms: value["synonyms"] };
}

function listedSet({ fields }: JsonObject): { name: string; count: number } {
  const [name, count] = fields !== undefined && isJsonObject(fields) ? [fields["name"], fields["count"]] : [];
  assert(Array.isArray(name) && typeof name[0] === "string" && Array.isArray(count), "a set has a name and a count");
  return { name: name[0], count: Number(count[0]) };
}
