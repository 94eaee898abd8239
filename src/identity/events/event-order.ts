/** The order of events in lists, the same for every form of the store. */
import { orderKey } from "../records/list-keys.ts";
import { EVENT_ORDERING, type StoredEvent } from "./event-store.ts";
import { stringOf } from "../records/stored-values.ts";

/** One step of an order. */
export interface EventSort {
  readonly field: (typeof EVENT_ORDERING)[number];
  readonly descending: boolean;
}

// Greater than any text that begins otherwise, so that events without a value are last.
const NO_VALUE = "\uffff";

/**
 * Whole order of a list: never a tie. Unknown names do not count. Ids ascend with time, so an order by them is one by
 * time.
 */
export function eventOrder(ordering: readonly string[]): EventSort[] {
  const steps: EventSort[] = [];
  let timeDescending: boolean | undefined;
  for (const name of ordering) {
    const descending = name.startsWith("-");
    const field = EVENT_ORDERING.find((known) => known === name.replace(/^-/, ""));
    if (field === "pk" || field === "created" || field === "expires") timeDescending ??= descending;
    if (field === "pk") break;
    if (field && !steps.some((step) => step.field === field)) steps.push({ field, descending });
  }
  const descending = timeDescending ?? true;
  if (!steps.some(({ field }) => field === "created")) steps.push({ field: "created", descending });
  return [...steps, { field: "pk", descending }];
}

/** What an event is compared by in a step. */
export function eventSortKey(event: StoredEvent, field: EventSort["field"]): string {
  switch (field) {
    case "user":
      return orderKey(event.user["username"]) ?? NO_VALUE;
    case "client_ip":
      return event.client_ip ?? NO_VALUE;
    case "pk":
    case "action":
    case "app":
    case "created":
    case "expires":
      return stringOf({ ...event }, field);
  }
}
