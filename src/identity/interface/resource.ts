/**
 * A resource: records of one model with fields, filters and permissions; list, create, retrieve, update and delete come
 * from here.
 */
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { Principal } from "../../security/principal.ts";
import { component, pageComponent, reference } from "./component.ts";
import type { Component, Endpoint, IdentityRequest, Operation } from "./endpoint.ts";
import type { IdentityServices } from "../identity-services.ts";
import type { Field } from "./fields.ts";
import type { FieldErrors } from "./identity-errors.ts";
import type { FilterValue, RecordChange, RecordModel, RecordStore, StoredRecord } from "../records/record-store.ts";
import { createRecord, deleteRecord, retrieveRecord, updateRecord } from "./resource-records.ts";
import { LIST_PARAMETERS, listRecords } from "./resource-list.ts";

/** Exact values of record fields, or a list that is empty whatever it holds. */
export type Restriction = Readonly<Record<string, FilterValue | readonly FilterValue[]>> | "nothing";

/** A filter of the query string. Undefined: the value says nothing, as if it were not there. */
export interface Filter {
  readonly name: string;
  /** Its values in the OpenAPI document; a text when absent. */
  readonly schema?: JsonObject;
  restriction(value: string, services: IdentityServices): Restriction | undefined | Promise<Restriction | undefined>;
}

/** A record on its way into the store. */
export interface Draft {
  /** The record that is changed; undefined for a new one. */
  readonly before: StoredRecord | undefined;
  /** Id of the record. */
  readonly id: string;
  /** What the body gives, validated. */
  readonly values: Readonly<Record<string, Json>>;
}

/** What is written for a draft. */
export interface Prepared {
  readonly fields: JsonObject;
  readonly claims: readonly string[];
  /** Changes of other records that belong to it. */
  readonly further?: readonly RecordChange[];
}

export type WriteOperation = "create" | "change" | "delete";

/** Who may do what. */
export interface Permissions {
  /** What a caller sees in lists; undefined: everything. */
  visible(request: IdentityRequest): Restriction | undefined | Promise<Restriction | undefined>;
  /** Whether a caller sees a record; one that is not seen is not there. */
  sees(request: IdentityRequest, record: StoredRecord): boolean | Promise<boolean>;
  /** Whether a caller may create, change, delete at all. */
  may(principal: Principal, operation: WriteOperation): boolean;
  /** Whether a caller may do it with a record that they see. */
  mayWith(request: IdentityRequest, operation: WriteOperation, record: StoredRecord): boolean | Promise<boolean>;
}

/** The operations that a resource may have. */
export type ResourceOperation = "list" | "create" | "read" | "update" | "partial_update" | "delete";

/** The declaration of a resource. */
export interface Resource {
  /** Below the prefix: `core/users`. */
  readonly path: string;
  /** How the audit trail and clients name it: `authentik_core`, `user`. */
  readonly label: { readonly app: string; readonly model: string };
  readonly title: string;
  /** Name of its schema in the OpenAPI document; that of `title` without blanks when absent. */
  readonly component?: string;
  /** Further named schemas that its fields refer to. */
  readonly components?: readonly Component[];
  /** What there is; everything when absent. */
  readonly operations?: readonly ResourceOperation[];
  /** The records and what lists may look at. Callers may order by what is a field too. */
  readonly model: RecordModel;
  /** Name of the path parameter, and its schema. */
  readonly key: string;
  readonly keySchema: JsonObject;
  readonly fields: readonly Field[];
  readonly filters: readonly Filter[];
  readonly searchFields: readonly string[];
  readonly defaultOrdering: readonly string[];
  readonly permissions: Permissions;
  /** A further condition on lists: least values. */
  listedFrom?(services: IdentityServices): Readonly<Record<string, string>>;
  /** The record of a key in the path; undefined when there is none, or the key is malformed. */
  find(key: string, services: IdentityServices): Promise<StoredRecord | undefined>;
  newId(store: RecordStore): Promise<string>;
  /** What is wrong with the values beyond their form: references, rules between fields. */
  check?(draft: Draft, request: IdentityRequest): Promise<FieldErrors>;
  prepare(draft: Draft, request: IdentityRequest): Promise<Prepared>;
  /**
   * Refuses what a caller may not do with a draft, or with a record that goes, beyond the permissions; throws
   * IdentityError 403.
   */
  guard?(request: IdentityRequest, change: { readonly draft?: Draft; readonly record?: StoredRecord }): Promise<void>;
  /** What to say when a claim is held by another. */
  taken(claim: string): FieldErrors;
  /** A record may be what the server cannot be administered without; then it does not go: 400. */
  readonly mayHaveToStay?: boolean;
  /** Further changes when a record goes. */
  removal?(record: StoredRecord, services: IdentityServices): Promise<readonly RecordChange[]>;
  /** Records as the caller sees them, in order. */
  show(records: readonly StoredRecord[], request: IdentityRequest): Promise<JsonObject[]>;
  /** The audit trail is not told of changes: it would tell of itself without end. */
  readonly untold?: boolean;
  /** The name in the audit trail. */
  nameOf(record: Pick<StoredRecord, "fields">): string;
}

/** The endpoints of a resource: `<path>/` and `<path>/{key}/`. */
export function resource(declared: Resource): Endpoint[] {
  const operations = operationsOf(declared);
  const has = (operation: ResourceOperation): boolean => declared.operations?.includes(operation) ?? true;
  const { list, create, read, update, partial_update, delete: remove } = operations;
  return [
    {
      path: `${declared.path}/`,
      title: `${declared.title} List`,
      methods: { ...(has("list") ? { GET: list } : {}), ...(has("create") ? { POST: create } : {}) },
      components: [
        component(componentName(declared), declared.fields),
        pageComponent(componentName(declared)),
        ...(declared.components ?? []),
      ],
    },
    {
      path: `${declared.path}/{${declared.key}}/`,
      title: `${declared.title} Instance`,
      parameters: { [declared.key]: declared.keySchema },
      methods: {
        ...(has("read") ? { GET: read } : {}),
        ...(has("update") ? { PUT: update } : {}),
        ...(has("partial_update") ? { PATCH: partial_update } : {}),
        ...(has("delete") ? { DELETE: remove } : {}),
      },
    },
  ];
}

/** Name of the schema of a resource. */
export function componentName(declared: Resource): string {
  return declared.component ?? declared.title.replaceAll(" ", "");
}

function operationsOf(declared: Resource): Record<ResourceOperation, Operation> {
  const keyOf = (parameters: Readonly<Record<string, string>>): string => ownOf(parameters, declared.key) ?? "";
  const { title, fields } = declared;
  const { model } = declared.label;
  const id = (name: ResourceOperation): string => `${declared.path.replaceAll("/", "_")}_${name}`;
  const name = componentName(declared);
  const one = { status: 200, description: "Success.", schema: reference(name) };
  return {
    list: {
      id: id("list"),
      summary: `List ${title} objects`,
      query: [
        ...declared.filters.map((filter) => ({ name: filter.name, schema: filter.schema ?? { type: "string" } })),
        ...LIST_PARAMETERS,
      ],
      answer: { status: 200, description: "Success.", schema: reference(`Paginated${name}List`) },
      refusals: [400, 404],
      permission: `view_${model}`,
      handle: (request) => listRecords(declared, request),
    },
    create: {
      id: id("create"),
      summary: `Create a ${title}`,
      body: { name, fields },
      answer: { status: 201, description: "Created.", schema: reference(name) },
      refusals: [400, 403, 413, 415],
      permission: `add_${model}`,
      handle: (request) => createRecord(declared, request),
    },
    read: {
      id: id("read"),
      summary: `Read a ${title}`,
      answer: one,
      refusals: [404],
      permission: `view_${model}`,
      handle: (request, parameters) => retrieveRecord(declared, request, keyOf(parameters)),
    },
    update: {
      id: id("update"),
      summary: `Replace a ${title}`,
      body: { name, fields },
      answer: one,
      refusals: [400, 403, 404, 413, 415],
      permission: `change_${model}`,
      handle: (request, parameters) => updateRecord(declared, request, { key: keyOf(parameters), partial: false }),
    },
    partial_update: {
      id: id("partial_update"),
      summary: `Change part of a ${title}`,
      body: { name: `Patched${name}`, fields, partial: true },
      answer: one,
      refusals: [400, 403, 404, 413, 415],
      permission: `change_${model}`,
      handle: (request, parameters) => updateRecord(declared, request, { key: keyOf(parameters), partial: true }),
    },
    delete: {
      id: id("delete"),
      summary: `Delete a ${title}`,
      answer: { status: 204, description: "Done, no body." },
      refusals: [...(declared.mayHaveToStay === true ? [400] : []), 403, 404],
      permission: `delete_${model}`,
      handle: (request, parameters) => deleteRecord(declared, request, keyOf(parameters)),
    },
  };
}
