/**
 * What people keep on the server from the console: searches, requests. Everyone sees their own, and what others share;
 * a shared one is changed by its owner alone.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../../core/json.ts";
import { stringifyJson } from "../../../core/stringify-json.ts";
import {
  boolean,
  choice,
  type Field,
  FieldFault,
  type FieldKind,
  object,
  parseUuid,
  text,
} from "../../interface/fields.ts";
import { booleanFilter, choiceFilter, textFilter } from "../../interface/filters.ts";
import type { FieldErrors } from "../../interface/identity-errors.ts";
import type { IdentityRequest } from "../../interface/endpoint.ts";
import type { Draft, Prepared, Resource } from "../../interface/resource.ts";
import { consoleItemModel } from "../../records/models.ts";
import { numberOf, stringOf } from "../../records/stored-values.ts";
import { readOnly } from "../core/read-only.ts";

/** A search with its judgements, or requests of the console. */
const KINDS = ["search", "request"];

export const MOST_ITEMS = 500;
export const LARGEST_ITEM_BYTES = 256 * 1024;

/** Stands among the readers of what everybody may see. */
const EVERYBODY = "everybody";

const content: FieldKind = {
  schema: object.schema,
  parse(value) {
    const parsed = object.parse(value);
    const bytes = Buffer.byteLength(stringifyJson(parsed));
    if (bytes > LARGEST_ITEM_BYTES)
      throw new FieldFault(`Ensure this has at most ${LARGEST_ITEM_BYTES} bytes (it has ${bytes}).`);
    return parsed;
  },
};

const fields: readonly Field[] = [
  readOnly("pk", { type: "string", format: "uuid" }),
  { name: "name", kind: text({ maxLength: 255 }), required: true },
  { name: "kind", kind: choice(KINDS), required: true },
  {
    name: "content",
    kind: content,
    required: true,
    description: `What is kept, as the console writes it; at most ${LARGEST_ITEM_BYTES} bytes.`,
  },
  { name: "shared", kind: boolean, default: false, description: "Whether everybody who signs in may see it." },
  readOnly("owner", { type: "string", description: "User name of whose it is." }),
  readOnly("mine", { type: "boolean", description: "Whether it is the caller's." }),
];

export const consoleItems: Resource = {
  path: "console/items",
  label: { app: "wardex_console", model: "consoleitem" },
  title: "Console Item",
  model: consoleItemModel,
  key: "item_uuid",
  keySchema: { type: "string", format: "uuid" },
  fields,
  filters: [textFilter("name"), choiceFilter("kind", KINDS), booleanFilter("shared")],
  searchFields: ["name"],
  defaultOrdering: ["name"],

  permissions: {
    visible: ({ principal }) => ({ readers: [readerOf(principal.userId), EVERYBODY] }),
    sees: ({ principal }, { fields: stored }) =>
      stored["shared"] === true || numberOf(stored, "user") === principal.userId,
    may: () => true,
    mayWith: ({ principal }, _operation, { fields: stored }) => numberOf(stored, "user") === principal.userId,
  },

  async find(key, { store }) {
    const uuid = parseUuid(key);
    return uuid === undefined ? undefined : store.get(`${consoleItemModel.name}:${uuid}`);
  },

  newId: () => Promise.resolve(`${consoleItemModel.name}:${randomUUID()}`),

  check: countFaults,

  async prepare(draft, { principal }): Promise<Prepared> {
    const { before, id, values } = draft;
    const user = before ? numberOf(before.fields, "user") : principal.userId;
    const owner = before ? stringOf(before.fields, "owner") : principal.username;
    const written = { ...before?.fields, ...values, pk: id.slice(`${consoleItemModel.name}:`.length), user, owner };
    const readers = [readerOf(user), ...(isShared(written) ? [EVERYBODY] : [])];
    const claim = `${consoleItemModel.name}:${user}:${stringOf(written, "kind")}:${stringOf(written, "name")}`;
    return Promise.resolve({ fields: { ...written, readers }, claims: [claim] });
  },

  taken: () => ({ name: ["You keep something of this name already."] }),

  show: (records, { principal }) =>
    Promise.resolve(
      records.map(({ fields: stored }) => ({
        pk: stringOf(stored, "pk"),
        name: stringOf(stored, "name"),
        kind: stringOf(stored, "kind"),
        content: stored["content"] ?? {},
        shared: isShared(stored),
        owner: stringOf(stored, "owner"),
        mine: numberOf(stored, "user") === principal.userId,
      })),
    ),

  untold: true,
  nameOf: ({ fields: stored }) => stringOf(stored, "name"),
};

const readerOf = (user: number): string => `user:${user}`;
const isShared = (stored: JsonObject): boolean => stored["shared"] === true;

/** Two that are made in the same moment may both pass. */
async function countFaults({ before }: Draft, { principal, store }: IdentityRequest): Promise<FieldErrors> {
  if (before) return {};
  const { count } = await store.list({
    model: consoleItemModel.name,
    filters: { user: principal.userId },
    search: undefined,
    searchFields: [],
    ordering: [],
    from: 0,
    size: 0,
  });
  return count < MOST_ITEMS ? {} : { non_field_errors: [`You keep ${MOST_ITEMS} already. Delete some first.`] };
}
