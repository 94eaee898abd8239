/** Document-level and field-level security: the part of an index that a caller may see, from the rules of roles. */
import { matchesAnyPattern } from "./index-patterns.ts";
import { metadataFieldNames } from "../mapping/metadata-fields.ts";
import type { FieldGrant, IndexGrant } from "./index-grant.ts";
import { grants, isRestricted, ruleGives } from "./grants.ts";

/**
 * The visible part of an index, as plain data; without such an object everything is visible. Roles unite, limits
 * intersect: a document is visible when in each list one query matches it, a field when in each list one grant names
 * it. An empty inner list makes nothing visible.
 */
export interface IndexAccess {
  /** Queries as JSON text. */
  readonly queries: readonly (readonly string[])[];
  readonly fields: readonly (readonly FieldGrant[])[];
}

/**
 * The part of an index that a caller with one of the privileges may see; undefined: everything. `aliases` are those
 * through which it was accessed: as in Elasticsearch, if there are rules for them, only these count. If no rule gives
 * the privilege, nothing is visible.
 */
export function accessTo(
  grant: IndexGrant,
  index: string,
  aliases: readonly string[] | undefined,
  privileges: readonly string[],
): IndexAccess | undefined {
  if (!restricts(grant)) return undefined;
  const queries: string[][] = [];
  const fields: FieldGrant[][] = [];
  for (let level: IndexGrant | undefined = grant; level !== undefined; level = level.limitedBy) {
    const shown = levelAccess(level, index, aliases ?? [], privileges);
    if (shown.queries) queries.push(shown.queries);
    if (shown.fields) fields.push(shown.fields);
  }
  return queries.length === 0 && fields.length === 0 ? undefined : { queries, fields };
}

/** Whether any rule restricts documents or fields; otherwise no further check is needed. */
function restricts({ rules, limitedBy }: IndexGrant): boolean {
  return (
    rules.some((rule) => rule.query !== undefined || rule.fields !== undefined) ||
    (limitedBy !== undefined && restricts(limitedBy))
  );
}

interface LevelAccess {
  readonly queries: string[] | undefined;
  readonly fields: FieldGrant[] | undefined;
}

function levelAccess(
  level: IndexGrant,
  index: string,
  aliases: readonly string[],
  privileges: readonly string[],
): LevelAccess {
  const own: IndexGrant = { ...level, limitedBy: undefined };
  const reached = aliases.filter((alias) => grants(own, alias, privileges));
  const names = reached.length > 0 ? reached : [index];
  if (level.all && names.some((name) => !isRestricted(name))) return { queries: undefined, fields: undefined };
  const rules = level.rules.filter((rule) => names.some((name) => ruleGives(rule, name, privileges)));
  // A rule without a query allows every document, one without fields every field.
  const queries = rules.flatMap((rule) => (rule.query === undefined ? [] : [rule.query]));
  const fields = rules.flatMap((rule) => (rule.fields === undefined ? [] : [rule.fields]));
  return {
    queries: rules.length > 0 && queries.length < rules.length ? undefined : [...new Set(queries)].sort(),
    fields: rules.length > 0 && fields.length < rules.length ? undefined : fields,
  };
}

/** Whether a field may be seen, by its full path. Metadata fields always may. */
export function showsField({ fields }: IndexAccess, path: string): boolean {
  if (metadataFieldNames.has(path)) return true;
  for (const level of fields)
    if (!level.some(({ grant, except }) => matchesAnyPattern(grant, path) && !matchesAnyPattern(except, path)))
      return false;
  return true;
}

/** Whether all documents are visible. */
export function showsAllDocuments(access: IndexAccess | undefined): boolean {
  return access === undefined || access.queries.length === 0;
}

/** Whether all fields are visible. */
export function showsAllFields(access: IndexAccess | undefined): boolean {
  return access === undefined || access.fields.length === 0;
}

/** The privileges and actions that allow reading. */
const READ_PRIVILEGES = ["read", "all", "indices:data/read/get", "indices:data/read/search"];

/**
 * Whether a caller may see only a part of an index that they may change with one of the privileges: then anything that
 * would reveal the rest is refused.
 */
export function seesPart(
  grant: IndexGrant,
  index: string,
  aliases: readonly string[] | undefined,
  privileges: readonly string[],
): boolean {
  if (accessTo(grant, index, aliases, privileges) !== undefined) return true;
  const reads = [index, ...(aliases ?? [])].some((name) => grants(grant, name, READ_PRIVILEGES));
  return reads && accessTo(grant, index, aliases, READ_PRIVILEGES) !== undefined;
}
