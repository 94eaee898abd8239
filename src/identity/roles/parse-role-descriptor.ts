/** Reads the descriptor of a role from a body, with the complaints of Elasticsearch (`RoleDescriptor.Parser`). */
import { tokenName } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import { isCovered } from "../../access/index-patterns.ts";
import { checkRoleQuery } from "../../search/request/role-query.ts";
import type {
  ApplicationPrivileges,
  FieldSecurity,
  IndexPrivileges,
  RemoteClusterPrivileges,
  RemoteIndexPrivileges,
  RoleDescriptor,
} from "./role-descriptor.ts";

/** 400 `parse_exception`; `cause` is what the answer calls its root, as Elasticsearch does. */
export function roleParseFailure(reason: string, cause?: RequestError): RequestError {
  return new RequestError(
    400,
    "parse_exception",
    reason,
    cause ? { cause, rootCauses: cause.rootCauses ?? [cause] } : {},
  );
}

/** Throws 400 for what cannot be read. Names of privileges are not looked at, see `descriptorFaults`. */
export function parseRoleDescriptor(name: string, body: Json): RoleDescriptor {
  if (!isJsonObject(body))
    throw roleParseFailure(`failed to parse role [${name}]. expected an object but found [${tokenName(body)}] instead`);
  const role: { -readonly [Field in keyof RoleDescriptor]: RoleDescriptor[Field] } = { cluster: [], indices: [] };
  for (const [field, value] of Object.entries(body)) {
    switch (field) {
      case "cluster":
        role.cluster = strings(name, field, value);
        break;
      case "indices":
      case "index":
        role.indices = list(name, field, value).map((one) => indexPrivileges(name, one, false));
        break;
      case "applications":
      case "application":
        role.applications = list(name, field, value, "application").map((one) => applicationPrivileges(name, one));
        break;
      case "run_as":
        role.runAs = strings(name, field, value);
        break;
      case "metadata":
        role.metadata = objectField(field, value);
        break;
      // Said by the server, not kept.
      case "transient_metadata":
        objectField(field, value);
        break;
      case "description":
        role.description = descriptionOf(value);
        break;
      case "remote_indices":
        role.remoteIndices = list(name, field, value).map((one) => indexPrivileges(name, one, true));
        break;
      case "remote_cluster":
        role.remoteCluster = list(name, field, value).map((one) => remoteCluster(name, one));
        break;
      case "global":
        if (isJsonObject(value) && Object.keys(value).length === 0) break;
        throw illegalArgument(`failed to parse role [${name}]. [global] privileges are not supported`);
      default:
        throw roleParseFailure(`failed to parse role [${name}]. unexpected field [${field}]`);
    }
  }
  role.indices.forEach(checkQueryOf);
  return role;
}

/** An array of texts; null is none. */
function strings(name: string, field: string, value: Json): string[] {
  try {
    return stringArray(field, value, false);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw roleParseFailure(`failed to parse role [${name}]`, error);
  }
}

/** `alone`: a text stands for an array of one. */
function stringArray(field: string, value: Json, alone: boolean): string[] {
  if (alone && typeof value === "string") return [value];
  if (value === null) return [];
  if (!Array.isArray(value))
    throw roleParseFailure(
      `could not parse [${field}] field. expected a string array but found [${tokenName(value)}] value instead`,
    );
  return value.map((one) => {
    if (typeof one === "string") return one;
    throw roleParseFailure(
      `could not parse [null] field. expected a string array but one of the value in the array is [${tokenName(one)}]`,
    );
  });
}

function list(name: string, field: string, value: Json, kind = "indices"): JsonObject[] {
  const start = `failed to parse ${kind} privileges for role [${name}]. expected field`;
  if (!Array.isArray(value))
    throw roleParseFailure(`${start} [${field}] value to be an array, but found [${tokenName(value)}] instead`);
  return value.map((one) => {
    if (isJsonObject(one)) return one;
    throw roleParseFailure(
      `${start} [null] value to be an array of objects, but found an array element of type [${tokenName(one)}]`,
    );
  });
}

function objectField(field: string, value: Json): JsonObject {
  if (isJsonObject(value)) return value;
  throw roleParseFailure(`expected field [${field}] to be of type object, but found [${tokenName(value)}] instead`);
}

function descriptionOf(value: Json): string | undefined {
  if (typeof value !== "object") return String(value);
  if (value === null) return undefined;
  throw roleParseFailure(`expected field [description] to be of type string, but found [${tokenName(value)}] instead`);
}

/** Indices of a key for another cluster, whose privileges follow from what it is for. Throws 400. */
export function parseCrossClusterIndices(
  name: string,
  body: JsonObject,
  privileges: readonly string[],
): IndexPrivileges {
  if (Object.hasOwn(body, "privileges"))
    throw roleParseFailure(
      `failed to parse indices privileges for role [${name}]. field [privileges] must not present`,
    );
  const read = indexPrivileges(name, { ...body, privileges: [...privileges] }, false);
  checkQueryOf(read, 0);
  return read;
}

type Draft = { -readonly [Field in keyof RemoteIndexPrivileges]?: RemoteIndexPrivileges[Field] };

function indexPrivileges(name: string, body: JsonObject, remote: true): RemoteIndexPrivileges;
function indexPrivileges(name: string, body: JsonObject, remote: false): IndexPrivileges;
function indexPrivileges(name: string, body: JsonObject, remote: boolean): IndexPrivileges {
  const fail = (why: string, cause?: RequestError): RequestError =>
    roleParseFailure(`failed to parse indices privileges for role [${name}]${why}`, cause);
  const read: Draft = {};
  for (const [field, value] of Object.entries(body)) {
    switch (field) {
      case "names":
        read.names = names(name, field, value);
        break;
      case "clusters":
        if (!remote) throw fail(`. unexpected field [${field}]`);
        read.clusters = names(name, field, value);
        break;
      case "privileges":
        read.privileges = strings(name, field, value);
        break;
      case "field_security":
        read.fieldSecurity = value === null ? undefined : fieldSecurity(value, fail);
        break;
      case "query":
        read.query = queryText(value, fail);
        break;
      case "allow_restricted_indices":
        if (typeof value !== "boolean")
          throw fail(`. expected field [${field}] to be a boolean but found [${tokenName(value)}] instead`);
        read.allowRestrictedIndices = value;
        break;
      default:
        throw fail(`. unexpected field [${field}]`);
    }
  }
  const { privileges } = read;
  if (!read.names) throw fail(". missing required [names] field");
  if (!privileges) throw fail(". missing required [privileges] field");
  if (remote && !read.clusters) throw fail(". missing required [clusters] field");
  if (privileges.length === 0) throw illegalArgument("indices privileges must define at least one privilege");
  return { ...read, names: read.names, privileges };
}

function names(name: string, field: string, value: Json): string[] {
  const fail = (why: string): RequestError =>
    roleParseFailure(`failed to parse indices privileges for role [${name}]. ${why}`);
  if (typeof value !== "string" && !Array.isArray(value))
    throw fail(
      `expected field [${field}] value to be a string or an array of strings, but found [${tokenName(value)}] instead`,
    );
  const read = strings(name, field, typeof value === "string" ? [value] : value);
  if (read.length === 0) throw fail(`[${field}] cannot be an empty array`);
  return read;
}

function fieldSecurity(value: Json, fail: (why: string, cause?: RequestError) => RequestError): FieldSecurity {
  if (!isJsonObject(value))
    throw fail(`. expected {} or null but got [${tokenName(value)}] instead in [field_security]`);
  if (Object.keys(value).length === 0) throw fail('. "field_security" must not be empty.');
  for (const [field, patterns] of Object.entries(value)) {
    if (field !== "grant" && field !== "except")
      throw fail(`. "field_security" only accepts options grant and except, but got: ${field}`);
    if (patterns === null) throw fail(`. ${field} must not be null.`);
  }
  const grant = value["grant"] === undefined ? undefined : stringArray("grant", value["grant"], true);
  const except = value["except"] === undefined ? undefined : stringArray("except", value["except"], true);
  if (!grant) throw fail(". field_security requires grant if except is given");
  const unreadable = [...grant, ...(except ?? [])].find((pattern) => /^\/|[?\\]/.test(pattern));
  // What is enforced must be what is promised.
  if (unreadable !== undefined)
    throw fail(`. only names and patterns with * are supported in "field_security", but got: ${unreadable}`);
  for (const pattern of except ?? []) {
    if (isCovered(pattern, grant)) continue;
    const why = `Exceptions for field permissions must be a subset of the granted fields but ${except?.join(",")} is not a subset of ${grant.join(",")}`;
    throw fail(` - ${why}`, new RequestError(400, "security_exception", why));
  }
  return { grant, except };
}

function queryText(value: Json, fail: (why: string) => RequestError): string | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  if (isJsonObject(value)) return stringifyJson(value);
  throw fail(
    `. expected field [query] value to be null, a string, an array, or an object, but found [${tokenName(value)}] instead`,
  );
}

/** A query must be one: what cannot be read later would show nothing, or fail every search. */
function checkQueryOf({ query, names: patterns }: IndexPrivileges, index: number): void {
  if (query === undefined) return;
  try {
    checkRoleQuery(query);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const reason = `failed to parse field 'query' for indices [${patterns.join(",")}] at index privilege [${index}] of role descriptor`;
    throw new RequestError(400, "parse_exception", reason, {
      cause: error,
      ...(error.type === "parsing_exception" ? { rootCauses: [withoutCause(error)] } : {}),
    });
  }
}

function withoutCause({ status, type, message, details }: RequestError): RequestError {
  return new RequestError(status, type, message, { details });
}

function applicationPrivileges(name: string, body: JsonObject): ApplicationPrivileges {
  const fail = (why: string): RequestError =>
    roleParseFailure(`failed to parse application privileges for role [${name}]. ${why}`);
  const read: { application?: string; privileges?: string[]; resources?: string[] } = {};
  for (const [field, value] of Object.entries(body)) {
    if (field === "application") {
      if (typeof value !== "string")
        throw fail(`expected field [${field}] to be a string but found [${tokenName(value)}] instead`);
      read.application = value;
    } else if (field === "privileges" || field === "resources") read[field] = strings(name, field, value);
    else throw fail(`unexpected field [${field}]`);
  }
  const { application, privileges, resources } = read;
  if (application === undefined) throw fail("missing required [application] field");
  if (!privileges) throw fail("missing required [privileges] field");
  if (!resources) throw fail("missing required [resources] field");
  if (privileges.length === 0) throw illegalArgument("application privileges must define at least one privilege");
  if (resources.length === 0) throw illegalArgument("application privileges must refer to at least one resource");
  return { application, privileges, resources };
}

function remoteCluster(name: string, body: JsonObject): RemoteClusterPrivileges {
  const fail = (why: string): RequestError =>
    roleParseFailure(`failed to parse remote_cluster for role [${name}]. ${why}`);
  for (const field of Object.keys(body))
    if (field !== "privileges" && field !== "clusters") throw fail(`unexpected field [${field}]`);
  const privileges = body["privileges"] === undefined ? undefined : strings(name, "privileges", body["privileges"]);
  const clusters = body["clusters"] === undefined ? undefined : strings(name, "clusters", body["clusters"]);
  if (!privileges || !clusters) throw fail(`[privileges] and [clusters] must be defined`);
  return { privileges, clusters };
}
