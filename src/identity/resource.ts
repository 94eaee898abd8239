/** A resource: records of one model with fields, filters and permissions; list, create, retrieve, update and delete come from here. */
import type { Json, JsonObject } from "../core/json.ts";
import type { Principal } from "../security/principal.ts";
import type { Endpoint, IdentityRequest, IdentityServices } from "./endpoint.ts";
import type { Field } from "./fields.ts";
import type { FieldErrors } from "./identity-errors.ts";
import type { FilterValue, RecordChange, RecordModel, RecordStore, StoredRecord } from "./record-store.ts";
import { createRecord, deleteRecord, retrieveRecord, updateRecord } from "./resource-records.ts";
import { listRecords } from "./resource-list.ts";

/** Exact values of record fields, or a list that is empty whatever it holds. */
export type Restriction = Readonly<Record<string, FilterValue | readonly FilterValue[]>> | "nothing";

/** A filter of the query string. Undefined: the value says nothing, as if it were not there. */
export interface Filter {
  readonly name: string;
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

/** Who may do what. */
export interface Permissions {
  /** What a caller sees in lists; undefined: everything. */
  visible(request: IdentityRequest): Restriction | undefined | Promise<Restriction | undefined>;
  /** Whether a caller sees a record; one that is not seen is not there. */
  sees(request: IdentityRequest, record: StoredRecord): boolean | Promise<boolean>;
  /** Whether a caller may create, change, delete at all (what is seen). */
  may(principal: Principal, operation: "create" | "change" | "delete"): boolean;
}

/** The declaration of a resource. */
export interface Resource {
  /** Below the prefix: `core/users`. */
  readonly path: string;
  /** How the audit trail and clients name it: `authentik_core`, `user`. */
  readonly label: { readonly app: string; readonly model: string };
  readonly title: string;
  /** The records and what lists may look at. Callers may order by what is a field too. */
  readonly model: RecordModel;
  /** Name of the path parameter. */
  readonly key: string;
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
  /** What to say when a claim is held by another. */
  taken(claim: string): FieldErrors;
  /** Further changes when a record goes. */
  removal?(record: StoredRecord, services: IdentityServices): Promise<readonly RecordChange[]>;
  /** Records as callers see them, in order. */
  show(records: readonly StoredRecord[], services: IdentityServices): Promise<JsonObject[]>;
  /** The name in the audit trail. */
  nameOf(record: Pick<StoredRecord, "fields">): string;
}

/** The endpoints of a resource: `<path>/` and `<path>/{key}/`. */
export function resource(declared: Resource): Endpoint[] {
  const keyOf = (parameters: Readonly<Record<string, string>>): string => parameters[declared.key] ?? "";
  const bodyFields = shownFields(declared.fields);
  return [
    {
      path: `${declared.path}/`,
      title: `${declared.title} List`,
      bodyFields,
      methods: { GET: (request) => listRecords(declared, request), POST: (request) => createRecord(declared, request) },
    },
    {
      path: `${declared.path}/{${declared.key}}/`,
      title: `${declared.title} Instance`,
      bodyFields,
      methods: {
        GET: (request, parameters) => retrieveRecord(declared, request, keyOf(parameters)),
        PUT: (request, parameters) => updateRecord(declared, request, { key: keyOf(parameters), partial: false }),
        PATCH: (request, parameters) => updateRecord(declared, request, { key: keyOf(parameters), partial: true }),
        DELETE: (request, parameters) => deleteRecord(declared, request, keyOf(parameters)),
      },
    },
  ];
}

/** The fields as OPTIONS tells them. */
function shownFields(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(
    fields.map((field) => [field.name, { ...field.kind.schema, required: field.required === true, read_only: field.readOnly === true }]),
  );
}
