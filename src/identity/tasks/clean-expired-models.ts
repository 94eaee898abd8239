/** Removes records whose time is over: tokens, sessions, notifications, deliveries that nobody asked for again. */
import { sessionModel, tokenModel } from "../records/models.ts";
import { deliveryModel, notificationModel } from "../notifications/notification-models.ts";
import { type RecordChange, RecordConflict, type RecordStore } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import type { Clock } from "../../core/clock.ts";
import type { BackgroundTask } from "./task.ts";

const MINUTE_MS = 60_000;
const AT_ONCE = 500;

/** Models that end, and the field that says when. What ended is not shown any more, whether it is removed yet or not. */
const EXPIRING: readonly (readonly [string, string])[] = [
  [tokenModel.name, "expires_at"],
  [sessionModel.name, "expires"],
  [notificationModel.name, "expires_at"],
  [deliveryModel.name, "expires_at"],
];

export function cleanExpiredModels(store: RecordStore, clock: Clock): BackgroundTask {
  return {
    name: "clean_expired_models",
    description: "Removes expired tokens, sessions and notifications.",
    everyMs: 5 * MINUTE_MS,
    firstMs: MINUTE_MS,
    async run(signal) {
      const messages: string[] = [];
      for (const [model, field] of EXPIRING) {
        const removed = await removeExpired(store, { model, field, nowMs: clock.now(), signal });
        if (removed > 0) messages.push(`Expired ${removed} ${model} records.`);
      }
      return { status: "SUCCESSFUL", messages };
    },
  };
}

async function removeExpired(store: RecordStore, what: { model: string; field: string; nowMs: number; signal: AbortSignal }): Promise<number> {
  const { model, field, nowMs, signal } = what;
  let removed = 0;
  while (!signal.aborted) {
    const query = { model, filters: {}, search: undefined, searchFields: [], ordering: [field], from: 0, size: AT_ONCE };
    const { records } = await store.list(query);
    const over = records.filter(({ fields }) => Date.parse(stringOf(fields, field)) <= nowMs);
    if (over.length === 0) break;
    const changes = over.map(({ id, seqNo }): RecordChange => ({ kind: "delete", id, ifSeqNo: seqNo }));
    try {
      await store.change(changes);
      removed += changes.length;
    } catch (error) {
      // One of them was prolonged or removed meanwhile: once more with what is there now.
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
  return removed;
}
