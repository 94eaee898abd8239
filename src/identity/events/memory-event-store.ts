/** Events in a list: slow, and obvious. */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { eventOrder, eventSortKey } from "./event-order.ts";
import type {
  ApplicationUse,
  EventCondition,
  EventQuery,
  EventStore,
  RefusedEvent,
  StoredEvent,
} from "./event-store.ts";
import { eventSearchTerms } from "./search-tokens.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;

export class MemoryEventStore implements EventStore {
  readonly #events = new Map<string, StoredEvent>();

  append(events: readonly StoredEvent[]): Promise<readonly RefusedEvent[]> {
    for (const event of events) if (!this.#events.has(event.pk)) this.#events.set(event.pk, event);
    return Promise.resolve([]);
  }

  documents(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  get(pk: string): Promise<StoredEvent | undefined> {
    return Promise.resolve(this.#events.get(pk));
  }

  list(query: EventQuery): Promise<{ count: number; events: StoredEvent[] }> {
    const order = eventOrder(query.ordering);
    const found = this.#matching(query).sort((one, other) => {
      for (const { field, descending } of order) {
        const difference = Buffer.compare(
          Buffer.from(eventSortKey(one, field)),
          Buffer.from(eventSortKey(other, field)),
        );
        if (difference !== 0) return descending ? -difference : difference;
      }
      return 0;
    });
    return Promise.resolve({ count: found.length, events: found.slice(query.from, query.from + query.size) });
  }

  applicationUses(condition: EventCondition, size: number): Promise<ApplicationUse[]> {
    const groups = new Map<string, StoredEvent[]>();
    for (const event of this.#matching(condition)) {
      const pk = textAt(event.context, "authorized_application", "pk");
      if (pk !== undefined) groups.set(pk, [...(groups.get(pk) ?? []), event]);
    }
    const uses = [...groups].map(([pk, events]) => {
      const [newest] = [...events].sort((one, other) =>
        eventSortKey(one, "created") < eventSortKey(other, "created") ? 1 : -1,
      );
      const application = newest?.context["authorized_application"];
      const users = new Set(events.flatMap(({ user }) => user["pk"] ?? []));
      return {
        pk,
        application: isJsonObject(application) ? application : {},
        events: events.length,
        users: users.size,
      };
    });
    uses.sort((one, other) => other.events - one.events || (one.pk < other.pk ? -1 : 1));
    return Promise.resolve(
      uses.slice(0, size).map(({ application, events, users }) => ({ application, events, users })),
    );
  }

  perHour(condition: EventCondition, nowMs: number): Promise<number[]> {
    const counts = Array.from({ length: HOURS }, () => 0);
    for (const { created } of this.#matching(condition)) {
      const hour = Math.floor((nowMs - Date.parse(created)) / HOUR_MS);
      if (hour >= 0 && hour < HOURS) counts[hour] = (counts[hour] ?? 0) + 1;
    }
    return Promise.resolve(counts);
  }

  removeExpired(nowMs: number): Promise<number> {
    const expired = [...this.#events.values()].filter(({ expires }) => Date.parse(expires) <= nowMs);
    for (const { pk } of expired) this.#events.delete(pk);
    return Promise.resolve(expired.length);
  }

  #matching(condition: EventCondition): StoredEvent[] {
    return [...this.#events.values()].filter((event) => matches(event, condition));
  }
}

/** Whether an event is what a condition says. */
function matches(event: StoredEvent, condition: EventCondition): boolean {
  const { action, user, context, client_ip } = event;
  const pairs: readonly (readonly [Json | undefined, Json | undefined])[] = [
    [condition.action, action],
    [condition.clientIp, client_ip],
    [condition.username, user["username"]],
    [condition.userPk, user["pk"]],
    [condition.triedUsername, textAt(context, "username")],
    [condition.modelName, textAt(context, "model", "model_name")],
    [condition.modelApp, textAt(context, "model", "app")],
    [condition.authorizedApplication, textAt(context, "authorized_application", "pk")],
  ];
  if (!pairs.every(([wanted, value]) => wanted === undefined || wanted === value)) return false;
  if (condition.modelPk !== undefined && !condition.modelPk.includes(textAt(context, "model", "pk") ?? ""))
    return false;
  if (condition.actionPart !== undefined && !action.toLowerCase().includes(condition.actionPart.toLowerCase()))
    return false;
  const texts = [stringifyJson(user), action, event.app, stringifyJson(context), client_ip ?? "", event.pk].map(
    (text) => text.toLowerCase(),
  );
  return eventSearchTerms(condition.search).every((term) => texts.some((text) => text.includes(term)));
}

/** A text or number of a context, as text. */
export function textAt(context: JsonObject, ...path: readonly string[]): string | undefined {
  let value: Json | undefined = context;
  for (const name of path) value = isJsonObject(value) ? ownOf(value, name) : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
