/**
 * What becomes of an API token whose time is over: it gets another key and another span of life, so that whoever may
 * see it finds a working one, and the old key stays dead. Keys of `_security/api_key` are not among these: there, what
 * is over is over.
 */
import type { Clock } from "../../core/clock.ts";
import type { SecretBox } from "../../security/secret-box.ts";
import { newKey, storedKey, TOKEN_LIFETIME_MS } from "../directory/token-keys.ts";
import type { EventSink } from "../event-sink.ts";
import { tokenClaims } from "../records/claims.ts";
import type { RecordChange, StoredRecord } from "../records/record-store.ts";
import { stringOf } from "../records/stored-values.ts";

/** What tokens are rotated with. */
export interface RotationParts {
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly events: EventSink;
}

export function isRotated({ model, fields }: StoredRecord): boolean {
  return model === "token" && fields["intent"] === "api" && fields["name"] === undefined;
}

/** The token with its new key. */
export function rotation(token: StoredRecord, { clock, secretBox }: RotationParts): RecordChange {
  const expires = new Date(clock.now() + TOKEN_LIFETIME_MS).toISOString();
  const fields = { ...token.fields, ...storedKey(newKey(), token.id, secretBox), expires, expires_at: expires };
  return { kind: "replace", id: token.id, fields, ifSeqNo: token.seqNo, claims: tokenClaims(fields) };
}

/** Tells of it. */
export function tellRotation(token: StoredRecord, { clock, events }: RotationParts): void {
  const identifier = stringOf(token.fields, "identifier");
  const pk = stringOf(token.fields, "pk").replaceAll("-", "");
  events.record({
    action: "secret_rotate",
    app: "wardex.identity.tasks",
    user: undefined,
    context: {
      token: { app: "authentik_core", model_name: "token", pk, name: identifier },
      message: `Token ${identifier}'s secret was rotated.`,
    },
    clientIp: undefined,
    createdMs: clock.now(),
  });
}
