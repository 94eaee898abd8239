/**
 * The record of a delivery, from its queue to its arrival (it goes) or to a dead letter (it stays until somebody asks
 * for it again).
 */
import type { JsonObject } from "../../core/json.ts";
import type { RecordChange, StoredRecord } from "../records/record-store.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";
import { type Message, storedMessage } from "./message.ts";
import { deliveryModel } from "../records/notification-models.ts";

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;

/** Pauses before the repeats of an attempt that failed. */
export const REPEAT_PAUSES_MS: readonly number[] = [10 * SECOND_MS, 60 * SECOND_MS, 300 * SECOND_MS];

/** How long a delivery waits at most before it is cleared away, whatever becomes of it. */
const KEPT_MS = 30 * DAY_MS;

export interface NewDelivery {
  readonly pk: string;
  readonly transport: string;
  readonly message: Message;
  readonly nowMs: number;
}

/** A delivery that is due at once. */
export function newDelivery({ pk, transport, message, nowMs }: NewDelivery): RecordChange {
  const fields: JsonObject = {
    pk,
    transport,
    user: message.user.pk,
    message: storedMessage(message),
    state: "pending",
    failed: false,
    due: time(nowMs),
    attempts: 0,
    created: time(nowMs),
    expires_at: time(nowMs + KEPT_MS),
  };
  return { kind: "create", id: deliveryId(pk), model: deliveryModel.name, fields, claims: [] };
}

/** After an attempt that failed: once more later, or a dead letter. */
export function afterFailure(
  record: StoredRecord,
  error: string,
  nowMs: number,
): { readonly change: RecordChange; readonly dead: boolean } {
  const attempts = numberOf(record.fields, "attempts") + 1;
  const pauseMs = REPEAT_PAUSES_MS[attempts - 1];
  const dead = pauseMs === undefined;
  const outcome: JsonObject = dead
    ? { state: "dead", failed: true, finished: time(nowMs), expires_at: time(nowMs + KEPT_MS) }
    : { state: "pending", due: time(nowMs + pauseMs) };
  return { change: replaced(record, { attempts, error, ...outcome }), dead };
}

/** A dead letter, due again at once with all its attempts. It goes on being shown as failed until it arrives. */
export function queuedAgain(record: StoredRecord, nowMs: number): RecordChange {
  return replaced(record, { state: "pending", attempts: 0, due: time(nowMs), expires_at: time(nowMs + KEPT_MS) });
}

export function dueMs({ fields }: StoredRecord): number {
  return Date.parse(stringOf(fields, "due"));
}

export function deliveryId(pk: string): string {
  return `${deliveryModel.name}:${pk}`;
}

function replaced(record: StoredRecord, more: JsonObject): RecordChange {
  return { kind: "replace", id: record.id, fields: { ...record.fields, ...more }, ifSeqNo: record.seqNo, claims: [] };
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}
