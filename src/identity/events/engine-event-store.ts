/** Events in the engine's own hidden index series. */
import { createIndex } from "../../cluster/changes/create-index.ts";
import { deleteIndices } from "../../cluster/changes/delete-indices.ts";
import { putMapping } from "../../cluster/changes/put-mapping.ts";
import type { ClusterService } from "../../cluster/cluster-service.ts";
import type { IndexMetadata } from "../../cluster/cluster-state.ts";
import { fromPortableError, type PortableError } from "../../compat/errors.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { parseJsonBytes } from "../../compat/json/parse-json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { Documents, WriteItem, WriteResult } from "../../documents/documents.ts";
import type { SearchCaller } from "../../search/search-service.ts";
import type { SearchEngine } from "../../search/system-search.ts";
import { applicationUses } from "./application-uses.ts";
import {
  documentEvent,
  eventDocument,
  eventIndex,
  eventMapping,
  eventSettings,
  isEventIndex,
} from "./event-documents.ts";
import { eventOrder } from "./event-order.ts";
import { eventPage } from "./event-page.ts";
import { conditionFilters, type EventSearch, searchEvents } from "./event-search.ts";
import type {
  ApplicationUse,
  EventCondition,
  EventDocuments,
  EventQuery,
  EventStore,
  RefusedEvent,
  StoredEvent,
} from "./event-store.ts";
import { eventsPerHour } from "./events-per-hour.ts";

/** What the series is reached by. */
export interface EventEngine extends SearchEngine {
  readonly cluster: Pick<ClusterService, "state" | "apply">;
  readonly documents: Pick<Documents, "get" | "write" | "refresh">;
}

const EXPIRED_BATCH = 1000;
const TOGETHER = { refresh: "false", together: true } as const;

export class EngineEventStore implements EventStore {
  readonly #engine: EventEngine;
  /** Indices whose mapping this process knows to be the present one. */
  readonly #ready = new Set<string>();
  /** Indices that searches may not show all of. */
  readonly #unrefreshed = new Set<string>();
  #refresh: Promise<void> | undefined;
  readonly #few: number | undefined;

  /** `few`: see PageQuery. */
  constructor(engine: EventEngine, few?: number) {
    this.#engine = engine;
    this.#few = few;
    // What was written before the start may be in the log only.
    for (const { uuid } of this.#indices()) this.#unrefreshed.add(uuid);
  }

  async append(events: readonly StoredEvent[]): Promise<readonly RefusedEvent[]> {
    const byIndex = new Map<string, StoredEvent[]>();
    for (const event of events) {
      const index = indexOf(event);
      byIndex.set(index, [...(byIndex.get(index) ?? []), event]);
    }
    const refused: RefusedEvent[] = [];
    for (const [index, those] of byIndex) {
      await this.#ensure(index);
      refused.push(...(await this.#create(index, those)));
    }
    return refused;
  }

  async documents(events: readonly StoredEvent[]): Promise<EventDocuments> {
    const indices = new Set(events.map(indexOf));
    for (const index of indices) await this.#ensure(index);
    return {
      items: events.map((event) => eventItem(indexOf(event), event)),
      written: () => {
        for (const index of indices) this.#written(index);
      },
    };
  }

  async get(pk: string): Promise<StoredEvent | undefined> {
    const names = this.#indices().map(({ name }) => name);
    if (names.length === 0) return undefined;
    const results = await this.#engine.documents.get(names.map((index) => ({ index, id: pk, realtime: true })));
    for (const result of results) {
      if (!("found" in result)) throw fromPortableError(result);
      const source = result.found ? parseJsonBytes(result.source) : undefined;
      if (isJsonObject(source)) return documentEvent(source);
    }
    return undefined;
  }

  async list(query: EventQuery, caller?: SearchCaller): Promise<{ count: number; events: StoredEvent[] }> {
    await this.#refreshed();
    const { from, size } = query;
    const page = await eventPage(this.#searchFor(caller), {
      filters: conditionFilters(query),
      order: eventOrder(query.ordering),
      from,
      size,
      few: this.#few,
    });
    return { count: page.count, events: page.sources.map(documentEvent) };
  }

  async applicationUses(condition: EventCondition, size: number, caller?: SearchCaller): Promise<ApplicationUse[]> {
    await this.#refreshed();
    return applicationUses(this.#searchFor(caller), conditionFilters(condition), size);
  }

  async perHour(condition: EventCondition, nowMs: number): Promise<number[]> {
    await this.#refreshed();
    return eventsPerHour(this.#searchFor(), conditionFilters(condition), nowMs);
  }

  async removeExpired(nowMs: number, signal?: AbortSignal): Promise<number> {
    await this.#refreshed();
    let removed = 0;
    for (const index of this.#indices()) {
      const { total, aggregations } = await searchEvents(this.#engine, [index], {
        size: 0,
        aggs: { alive: { filter: { range: { expires: { gt: nowMs } } } } },
      });
      const alive = isJsonObject(aggregations["alive"]) ? Number(aggregations["alive"]["doc_count"]) : 0;
      if (alive === 0 && index.name !== eventIndex(nowMs)) {
        await this.#engine.cluster.apply("server", deleteIndices([index.name]));
        removed += total;
      } else if (alive < total) removed += await this.#removeFrom(index, nowMs, signal);
      if (signal?.aborted === true) break;
    }
    return removed;
  }

  /** Removes single events: those of the month in which the oldest that are kept begin. */
  async #removeFrom(index: IndexMetadata, nowMs: number, signal: AbortSignal | undefined): Promise<number> {
    const { documents } = this.#engine;
    let removed = 0;
    for (;;) {
      const { sources } = await searchEvents(this.#engine, [index], {
        query: { bool: { filter: [{ range: { expires: { lte: nowMs } } }] } },
        size: EXPIRED_BATCH,
        sort: [{ expires: "asc" }],
      });
      if (sources.length === 0 || signal?.aborted === true) return removed;
      const deletes = sources.map((source): WriteItem => ({
        kind: "delete",
        index: index.name,
        id: documentEvent(source).pk,
        options: {},
      }));
      for (const result of await documents.write(deletes, TOGETHER))
        if (!result.ok) throw fromPortableError(result.error);
      await documents.refresh([index.uuid]);
      removed += sources.length;
    }
  }

  /** The indices of the series, oldest first. */
  #indices(): IndexMetadata[] {
    const found = Object.values(this.#engine.cluster.state.indices).filter(
      ({ name, system }) => system && isEventIndex(name),
    );
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #searchFor(caller?: SearchCaller): EventSearch {
    return (body, span) => {
      const indices = this.#indices();
      if (!span) return searchEvents(this.#engine, indices, body, caller);
      const [first, last] = [eventIndex(span.fromMs), eventIndex(span.untilMs - 1)];
      const within = indices.filter(({ name }) => name >= first && name <= last);
      return searchEvents(this.#engine, within, body, caller);
    };
  }

  /** Makes the index of a month, or adds what a newer version needs to its mapping. */
  async #ensure(index: string): Promise<void> {
    const { cluster } = this.#engine;
    if (this.#ready.has(index) && ownOf(cluster.state.indices, index)) return;
    const creation = { name: index, settings: eventSettings, mappings: eventMapping, aliases: {}, system: true };
    const isThere = ownOf(cluster.state.indices, index) !== undefined;
    await cluster.apply("server", isThere ? putMapping([index], eventMapping) : createIndex(creation));
    this.#ready.add(index);
  }

  /** One append; only when something in it cannot be kept, one for each. */
  async #create(index: string, events: readonly StoredEvent[]): Promise<RefusedEvent[]> {
    const failures = failuresOf(await this.#write(index, events));
    const [first] = failures;
    if (!first) return [];
    if (failures.some(isUnavailable)) throw fromPortableError(failures.find(isUnavailable) ?? first);
    const [only] = events;
    // A document that is there was written by an attempt whose answer was lost.
    if (only && events.length === 1) return isConflict(first) ? [] : [{ event: only, reason: first.reason }];
    const refused: RefusedEvent[] = [];
    for (const event of events) refused.push(...(await this.#create(index, [event])));
    return refused;
  }

  /** Marks the write when it has ended, so that a list that begins then refreshes what was written. */
  async #write(index: string, events: readonly StoredEvent[]): Promise<WriteResult[]> {
    const items = events.map((event) => eventItem(index, event));
    try {
      return await this.#engine.documents.write(items, TOGETHER);
    } finally {
      this.#written(index);
    }
  }

  #written(index: string): void {
    const metadata = ownOf(this.#engine.cluster.state.indices, index);
    if (metadata) this.#unrefreshed.add(metadata.uuid);
  }

  /** Refreshes what searches do not show yet; readers that come together share one refresh. */
  async #refreshed(): Promise<void> {
    // Other nodes write as well.
    if (this.#engine.cluster.state.nodes) for (const { uuid } of this.#indices()) this.#unrefreshed.add(uuid);
    while (this.#unrefreshed.size > 0 || this.#refresh) {
      if (!this.#refresh) {
        const uuids = [...this.#unrefreshed];
        this.#unrefreshed.clear();
        this.#refresh = this.#engine.documents.refresh(uuids).finally(() => {
          this.#refresh = undefined;
        });
        this.#refresh.catch(() => {
          for (const uuid of uuids) this.#unrefreshed.add(uuid);
        });
      }
      await this.#refresh;
    }
  }
}

function indexOf({ created }: StoredEvent): string {
  return eventIndex(Date.parse(created));
}

function eventItem(index: string, event: StoredEvent): WriteItem {
  const source = Buffer.from(stringifyJson(eventDocument(event)));
  return { kind: "create", index, id: event.pk, source, options: {} };
}

function failuresOf(results: readonly WriteResult[]): PortableError[] {
  return results.flatMap((result) => (result.ok ? [] : [result.error]));
}

function isConflict({ status }: PortableError): boolean {
  return status === 409;
}

/** Whether an error says nothing about the event: no room, too much under way, a shard that failed. */
function isUnavailable({ status }: PortableError): boolean {
  return status === 429 || status >= 500 || status === 404 || status === 403;
}
