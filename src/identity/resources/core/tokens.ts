/** Tokens. Everyone administers their own; superusers all. An expired one is not there. */
import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../../core/json.ts";
import { tokenClaims, tokenIdentifierClaim } from "../../records/claims.ts";
import type { IdentityRequest } from "../../interface/endpoint.ts";
import type { IdentityServices } from "../../identity-services.ts";
import { reference } from "../../interface/component.ts";
import { boolean, choice, dateTime, type Field, integerReference, slug, text } from "../../interface/fields.ts";
import { choiceFilter, textFilter } from "../../interface/filters.ts";
import { type FieldErrors, permissionDenied } from "../../interface/identity-errors.ts";
import { tokenModel } from "../../records/models.ts";
import { holds, modelPermissions } from "../../directory/permissions.ts";
import type { RecordChange } from "../../records/record-store.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { expiresAt, isUsable, newKey, storedKey, TOKEN_LIFETIME_MS } from "../../directory/token-keys.ts";
import { showUsers } from "../../directory/user-view.ts";
import { readOnly } from "./read-only.ts";

const INTENTS = ["verification", "api", "recovery", "app_password"];
/** The others are made by the server itself. */
const INTENTS_OF_CALLERS: readonly Json[] = ["api", "app_password"];

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "identifier", kind: slug(255), required: true },
  { name: "intent", kind: choice(INTENTS), default: "api" },
  { name: "user", kind: integerReference },
  readOnly("user_obj", { ...reference("User"), nullable: true }),
  { name: "description", kind: text({ blank: true }), default: "" },
  { name: "expires", kind: dateTime, nullable: true },
  { name: "expiring", kind: boolean, default: true },
  readOnly("managed", { type: "string", nullable: true }),
];

export const tokens: Resource = {
  path: "core/tokens",
  label: { app: "authentik_core", model: "token" },
  title: "Token",
  model: tokenModel,
  key: "identifier",
  keySchema: { type: "string", pattern: "^[-a-zA-Z0-9_]+$", maxLength: 255 },
  fields,
  filters: [
    textFilter("identifier"),
    choiceFilter("intent", INTENTS),
    textFilter("user__username"),
    textFilter("description"),
  ],
  searchFields: ["identifier", "intent", "user__username", "description"],
  defaultOrdering: ["expires"],

  permissions: modelPermissions("token", {
    restriction: ({ principal }) => ({ user: principal.userId }),
    owns: ({ principal }, record) => numberOf(record.fields, "user") === principal.userId,
    may: ["create", "change", "delete"],
  }),

  // A token that ends now is over.
  listedFrom: ({ clock }) => ({ expires_at: new Date(clock.now() + 1).toISOString() }),

  async find(key, { store, clock }) {
    if (!/^[-a-zA-Z0-9_]{1,255}$/.test(key)) return undefined;
    const id = await store.claimed(tokenIdentifierClaim(key));
    const record = id === undefined ? undefined : await store.get(id);
    return record && isUsable(record.fields, clock.now()) ? record : undefined;
  },

  newId: () => Promise.resolve(`token:${randomUUID()}`),

  async check(draft, request): Promise<FieldErrors> {
    return { ...intentFaults(draft), ...(await ownerFaults(draft, request)) };
  },

  async prepare(draft, request): Promise<Prepared> {
    const owner = draft.before ? numberOf(draft.before.fields, "user") : ownerOf(draft, request);
    const user = await request.store.get(`user:${owner}`);
    const written: JsonObject = {
      ...(draft.before?.fields ?? {
        creation: request.clock.now(),
        ...storedKey(newKey(), draft.id, request.secretBox),
      }),
      ...draft.values,
      pk: draft.id.slice("token:".length),
      user: owner,
      user__username: stringOf(user?.fields ?? {}, "username"),
    };
    // No time, or null: as long as tokens live by default.
    if (typeof written["expires"] !== "string")
      written["expires"] = new Date(request.clock.now() + TOKEN_LIFETIME_MS).toISOString();
    written["expires_at"] = expiresAt(stringOf(written, "expires"), written["expiring"] !== false);
    return { fields: written, claims: tokenClaims(written), further: await expiredOfSameName(draft, written, request) };
  },

  taken: () => ({ identifier: ["token with this identifier already exists."] }),

  mayHaveToStay: true,

  async show(records, services) {
    const owners = await services.store.getMany(records.map((record) => `user:${numberOf(record.fields, "user")}`));
    const shown = await showUsers(
      owners.flatMap((owner) => owner ?? []),
      services,
    );
    const byPk = new Map(shown.map((user) => [user["pk"], user]));
    return records.map(({ fields: stored }) => ({
      pk: stringOf(stored, "pk"),
      identifier: stringOf(stored, "identifier"),
      intent: stringOf(stored, "intent"),
      user: numberOf(stored, "user"),
      user_obj: byPk.get(numberOf(stored, "user")) ?? null,
      description: stringOf(stored, "description"),
      expires: stringOf(stored, "expires"),
      expiring: stored["expiring"] !== false,
      managed: null,
    }));
  },

  nameOf: ({ fields: stored }) => `${stringOf(stored, "identifier")} (expires=${stringOf(stored, "expires")})`,
};

function intentFaults({ before, values }: Draft): FieldErrors {
  const { intent } = values;
  if (typeof intent !== "string" || intent === before?.fields["intent"] || INTENTS_OF_CALLERS.includes(intent))
    return {};
  return { intent: [`Invalid intent ${intent}`] };
}

/** The owner must be there; only superusers may name another than themselves; it stays for ever. */
async function ownerFaults(draft: Draft, request: IdentityRequest): Promise<FieldErrors> {
  const { before, values } = draft;
  if (before)
    return values["user"] === undefined || values["user"] === before.fields["user"]
      ? {}
      : { user: ["User cannot be changed"] };
  const owner = ownerOf(draft, request);
  // The emergency administrator has no record, and so no tokens.
  if (owner === 0) return { user: ["This field is required."] };
  if (owner !== request.principal.userId && !holds(request.principal, "add_token")) throw permissionDenied();
  return (await request.store.get(`user:${owner}`)) ? {} : { user: [`Invalid pk "${owner}" - object does not exist.`] };
}

function ownerOf({ values }: Draft, { principal }: IdentityRequest): number {
  return typeof values["user"] === "number" ? values["user"] : principal.userId;
}

/** An expired token gives its name away to the next one. */
async function expiredOfSameName(
  draft: Draft,
  written: JsonObject,
  { store, clock }: IdentityServices,
): Promise<RecordChange[]> {
  const id = await store.claimed(tokenIdentifierClaim(stringOf(written, "identifier")));
  if (id === undefined || id === draft.id) return [];
  const other = await store.get(id);
  return other && !isUsable(other.fields, clock.now()) ? [{ kind: "delete", id, ifSeqNo: other.seqNo }] : [];
}
