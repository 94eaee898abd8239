/**
 * Removes records whose time is over: tokens, sessions, notifications, deliveries that nobody asked for again. API
 * tokens get another key instead.
 */
import { sessionModel, tokenModel } from "../records/models.ts";
import { deliveryModel, notificationModel } from "../records/notification-models.ts";
import { type RecordChange, RecordConflict, type RecordStore } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";
import { isRotated, rotation, type RotationParts, tellRotation } from "./rotated-token.ts";
import type { BackgroundTask } from "./task.ts";

const MINUTE_MS = 60_000;
const AT_ONCE = 500;

/**
 * Models that end, and the field that says when. What ended is not shown any more, whether it is removed yet or not.
 */
const EXPIRING: readonly (readonly [string, string])[] = [
  [tokenModel.name, "expires_at"],
  [sessionModel.name, "expires"],
  [notificationModel.name, "expires_at"],
  [deliveryModel.name, "expires_at"],
];

export function cleanExpiredModels(store: RecordStore, parts: RotationParts): BackgroundTask {
  return {
    name: "clean_expired_models",
    description: "Removes expired tokens, sessions and notifications, and rotates the keys of expired API tokens.",
    everyMs: 5 * MINUTE_MS,
    firstMs: MINUTE_MS,
    async run(signal) {
      const messages: string[] = [];
      for (const [model, field] of EXPIRING) {
        const { removed, rotated } = await cleanModel(store, parts, { model, field, signal });
        if (removed > 0) messages.push(`Expired ${removed} ${model} records.`);
        if (rotated > 0) messages.push(`Rotated the keys of ${rotated} tokens.`);
      }
      return { status: "SUCCESSFUL", messages };
    },
  };
}

async function cleanModel(
  store: RecordStore,
  parts: RotationParts,
  { model, field, signal }: { model: string; field: string; signal: AbortSignal },
): Promise<{ removed: number; rotated: number }> {
  const nowMs = parts.clock.now();
  let removed = 0;
  let rotated = 0;
  while (!signal.aborted) {
    const query = {
      model,
      filters: {},
      search: undefined,
      searchFields: [],
      ordering: [field],
      from: 0,
      size: AT_ONCE,
    };
    const { records } = await store.list(query);
    const over = records.filter(({ fields }) => Date.parse(stringOf(fields, field)) <= nowMs);
    if (over.length === 0) break;
    const kept = over.filter(isRotated);
    const changes = over.map((record): RecordChange =>
      isRotated(record) ? rotation(record, parts) : { kind: "delete", id: record.id, ifSeqNo: record.seqNo },
    );
    try {
      await store.change(changes);
      removed += over.length - kept.length;
      rotated += kept.length;
      for (const token of kept) tellRotation(token, parts);
    } catch (error) {
      // One of them was prolonged or removed meanwhile: once more with what is there now.
      if (!(error instanceof RecordConflict)) throw error;
    }
  }
  return { removed, rotated };
}
