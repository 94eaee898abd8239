/**
 * What is sent: a notification with its event and its receiver, as they were when it was made. Plain data, kept with
 * the delivery.
 */
import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { numberOf, objectOf, stringOf } from "../records/stored-values.ts";

/** Somebody, as messages name them. */
export interface MessageUser {
  readonly pk: number;
  readonly username: string;
  readonly email: string;
}

/** What is sent. */
export interface Message {
  readonly severity: string;
  readonly body: string;
  readonly user: MessageUser;
  /** Undefined for notifications without an event. */
  readonly event:
    | {
        readonly action: string;
        readonly app: string;
        readonly user: MessageUser | undefined;
        readonly context: JsonObject;
      }
    | undefined;
}

/** For the record of a delivery. */
export function storedMessage({ severity, body, user, event }: Message): JsonObject {
  return {
    severity,
    body,
    user: { ...user },
    event: event ? { ...event, user: event.user ? { ...event.user } : null } : null,
  };
}

export function readMessage(fields: JsonObject): Message {
  const { event } = fields;
  return {
    severity: stringOf(fields, "severity"),
    body: stringOf(fields, "body"),
    user: readUser(objectOf(fields, "user")),
    event: isJsonObject(event)
      ? {
          action: stringOf(event, "action"),
          app: stringOf(event, "app"),
          user: isJsonObject(event["user"]) ? readUser(event["user"]) : undefined,
          context: objectOf(event, "context"),
        }
      : undefined,
  };
}

function readUser(fields: JsonObject): MessageUser {
  return { pk: numberOf(fields, "pk"), username: stringOf(fields, "username"), email: stringOf(fields, "email") };
}
