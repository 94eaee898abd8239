/** The notifications of a rule that fired, and their deliveries. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { StoredEvent } from "../events/event-store.ts";
import { listAll } from "../records/list-all.ts";
import { userModel } from "../records/models.ts";
import type { RecordChange, RecordStore, StoredRecord } from "../records/record-store.ts";
import { numberOf, stringOf, stringsOf } from "../records/stored-values.ts";
import { newDelivery } from "./delivery-record.ts";
import type { Message, MessageUser } from "./message.ts";
import { notificationModel, notificationTransportModel } from "../records/notification-models.ts";
import { modeOf } from "./transport-modes.ts";

const LONGEST_BODY = 4096;
/** As long as events are kept, unless told otherwise. */
const KEPT_MS = 365 * 86_400_000;

/** A notification with its deliveries: written together, so that the one is there exactly if the others were. */
export interface NewNotification {
  readonly id: string;
  readonly changes: readonly RecordChange[];
}

/** What a rule makes of an event: one notification for each direct member of its group. */
export interface FiredRule {
  readonly notifications: readonly NewNotification[];
  /** Receivers that a transport of the rule cannot reach: they have no e-mail address. */
  readonly unreached: number;
}

export async function firedRule(
  rule: StoredRecord,
  event: StoredEvent,
  store: RecordStore,
  nowMs: number,
): Promise<FiredRule> {
  const members = await listAll(store, { model: userModel.name, filters: { groups: stringOf(rule.fields, "group") } });
  const records = await store.getMany(
    stringsOf(rule.fields, "transports").map((pk) => `${notificationTransportModel.name}:${pk}`),
  );
  const transports = records
    .flatMap((record) => record ?? [])
    .filter(({ fields }) => modeOf(fields).send !== undefined);
  const done = new Set<string>();
  let unreached = 0;
  const notifications = members.map((member) => {
    const pk = uuidOf([stringOf(rule.fields, "pk"), event.pk, String(numberOf(member.fields, "pk"))]);
    const message = messageOf(rule, event, userOf(member.fields));
    const deliveries = transports.flatMap((transport): RecordChange[] => {
      const uuid = stringOf(transport.fields, "pk");
      if (transport.fields["send_once"] === true && done.has(uuid)) return [];
      if (!modeOf(transport.fields).reaches(message.user)) {
        unreached++;
        return [];
      }
      done.add(uuid);
      return [newDelivery({ pk: uuidOf([pk, uuid]), transport: uuid, message, nowMs })];
    });
    const stored = notificationChange({ pk, message, event: event.pk, rule: stringOf(rule.fields, "pk"), nowMs });
    return { id: stored.id, changes: [stored, ...deliveries] };
  });
  return { notifications, unreached };
}

/** A notification as it is stored; `event` and `rule` are undefined where somebody tries a transport. */
export function notificationChange(made: {
  readonly pk: string;
  readonly message: Message;
  readonly event: string | undefined;
  readonly rule: string | undefined;
  readonly nowMs: number;
}): RecordChange {
  const { pk, message, event = null, rule = null, nowMs } = made;
  const fields: JsonObject = {
    pk,
    user: message.user.pk,
    severity: message.severity,
    body: message.body,
    created: new Date(nowMs).toISOString(),
    event,
    rule,
    seen: false,
    expires_at: new Date(nowMs + KEPT_MS).toISOString(),
  };
  return { kind: "create", id: `${notificationModel.name}:${pk}`, model: notificationModel.name, fields, claims: [] };
}

function messageOf(rule: StoredRecord, event: StoredEvent, user: MessageUser): Message {
  const { action, app, context } = event;
  const doer = typeof event.user["pk"] === "number" ? userOf(event.user) : undefined;
  return {
    severity: stringOf(rule.fields, "severity"),
    body: bodyOf(event),
    user,
    event: { action, app, user: doer, context },
  };
}

/** The message of the event, or else everything it says. */
function bodyOf({ action, context }: StoredEvent): string {
  const { message } = context;
  const body = typeof message === "string" && message !== "" ? message : `${action}: ${stringifyJson(context)}`;
  return body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)}…` : body;
}

function userOf(fields: JsonObject): MessageUser {
  return { pk: numberOf(fields, "pk"), username: stringOf(fields, "username"), email: stringOf(fields, "email") };
}

/** The same uuid (version 8, RFC 9562) for the same parts: what is done again makes nothing twice. */
function uuidOf(parts: readonly string[]): string {
  const bytes = createHash("sha256").update(parts.join("/")).digest().subarray(0, 16);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
