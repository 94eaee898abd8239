/** Nested objects: each is a document of its own (DocumentScope), and its fields can only be searched through it. */
import { illegalArgument, RequestError } from "../compat/errors.ts";
import type { JsonObject } from "../core/json.ts";
import { mapperParsing } from "./mapping-error.ts";
import type { MergeReason, Surroundings } from "./merge-reason.ts";
import { fieldsBelow, type NestedOptions, type ObjectNode, othersBelow } from "./mapping-tree.ts";
import { readFlag } from "./parameter.ts";

/** Keys of a nested object in addition to those of objects. */
export const nestedKeys: readonly string[] = ["include_in_parent", "include_in_root"];

/** Reads the options of a nested object. Throws RequestError 400. */
export function readNested(name: string, body: JsonObject): NestedOptions {
  if (body["subobjects"] !== undefined)
    throw mapperParsing(`Nested type [${name}] does not support [subobjects] parameter`);
  return {
    includeInParent: readFlag(body, "include_in_parent", `${name}.include_in_parent`),
    includeInRoot: readFlag(body, "include_in_root", `${name}.include_in_root`),
  };
}

/** Whether the objects are included in the root, directly or through their parents. */
export function isInRoot(
  { includeInParent = false, includeInRoot = false }: NestedOptions,
  around: Surroundings,
): boolean {
  return includeInRoot || (around.inRoot === undefined && includeInParent);
}

/**
 * The options without `include_in_root`, where objects are already included through their parents
 * (`NestedObjectMapper.Builder`).
 */
export function withoutDoubles(options: NestedOptions, around: Surroundings): NestedOptions {
  return options.includeInParent && around.inRoot !== false ? { ...options, includeInRoot: undefined } : options;
}

/** The options of two definitions of one nested object. An update may not change what is included. */
export function mergeNested(before: ObjectNode, after: ObjectNode, reason: MergeReason): NestedOptions | undefined {
  const [from, to] = [before.nested, after.nested];
  if (!from || !to) return from;
  if (reason === "update") {
    refuseChange("include_in_parent", from.includeInParent, to.includeInParent);
    refuseChange("include_in_root", from.includeInRoot, to.includeInRoot);
  }
  return {
    includeInParent: to.includeInParent ?? from.includeInParent,
    includeInRoot: to.includeInRoot ?? from.includeInRoot,
  };
}

/** The 400 for a path that is nested in one definition only. */
export function mixedNested(path: string): RequestError {
  return illegalArgument(`can't merge a non-nested mapping [${path}] with a nested mapping`);
}

function refuseChange(key: string, before: boolean | undefined, after: boolean | undefined): void {
  if (after === undefined || after === (before ?? false)) return;
  throw new RequestError(500, "mapper_exception", `the [${key}] parameter can't be updated on a nested object mapping`);
}

/** Path of the innermost nested object that holds each field and alias; empty for the document itself. */
export function nestedScopes(root: ObjectNode): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  addScopes(root, "", scopes);
  return scopes;
}

function addScopes(node: ObjectNode, scope: string, scopes: Map<string, string>): void {
  for (const child of node.children.values()) {
    if (child.kind === "object") addScopes(child, child.nested ? child.path : scope, scopes);
    else scopes.set(child.path, scope);
  }
}

/** Throws for more nested objects than `limit`. */
export function checkNestedFields(root: ObjectNode, limit: number): void {
  const nested = [...othersBelow(root)].filter((node) => node.kind === "object" && node.nested);
  if (nested.length > limit) throw illegalArgument(`Limit of nested fields [${limit}] has been exceeded`);
}

/** Throws for `copy_to` out of its scope, and for aliases of fields in another scope. */
export function checkNestedScopes(root: ObjectNode): void {
  const others = [...othersBelow(root)];
  if (!others.some((node) => node.kind === "object" && node.nested)) return;
  const scopes = nestedScopes(root);
  for (const node of others) if (node.kind === "alias") checkAlias(node.path, node.target, scopes);
  for (const field of fieldsBelow(root)) {
    for (const target of field.copyTo) checkCopy(scopes.get(field.path) ?? "", scopeOf(target, root));
  }
}

function checkAlias(path: string, target: string, scopes: ReadonlyMap<string, string>): void {
  const own = scopes.get(path) ?? "";
  const other = scopes.get(target) ?? "";
  if (own === other) return;
  const ownWords = own === "" ? "The alias is not nested" : `The alias's nested scope is [${own}]`;
  const otherWords = other === "" ? "the target is not nested" : `the target's nested scope is [${other}]`;
  throw illegalArgument(
    `Invalid [path] value [${target}] for field alias [${path}]: an alias must have the same nested scope as its target. ${ownWords}, but ${otherWords}.`,
  );
}

/** A copy may stay in its scope, or go to an enclosing one. */
function checkCopy(own: string, other: string): void {
  if (other === "" || own === other || own.startsWith(`${other}.`)) return;
  const from = own === "" ? "null" : own;
  throw illegalArgument(
    `Illegal combination of [copy_to] and [nested] mappings: [copy_to] may only copy data to the current nested document or any of its parents, however one [copy_to] directive is trying to copy data from nested object [${from}] to [${other}]`,
  );
}

function scopeOf(path: string, root: ObjectNode): string {
  let scope = "";
  let node: ObjectNode = root;
  for (const part of path.split(".")) {
    const child = node.children.get(part);
    if (child?.kind !== "object") return scope;
    if (child.nested) scope = child.path;
    node = child;
  }
  return scope;
}
