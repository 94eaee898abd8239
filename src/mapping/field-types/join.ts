import { illegalArgument } from "../../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { wholeTexts } from "../field-capabilities.ts";
import { baseField, defineFieldType } from "../define-field-type.ts";
import type { FieldType, IndexableField, ValueContext } from "../field-type.ts";
import { TextBytes, textOf } from "../keyword-text.ts";
import { javaText, mapperParsing } from "../mapping-error.ts";
import { booleanParameter, type Parameter } from "../parameter.ts";
import { textTerms } from "../text-terms.ts";
import { badValue, tokenNameOf, type ValueError } from "../value-error.ts";

const valueBytes = new TextBytes();

/** Parent → its children, one or several. */
const relationsParameter: Parameter = {
  name: "relations",
  fallback: {},
  updateable: false,
  explicit: true,
  mayBecome: (from, to) => isJsonObject(from) && isJsonObject(to) && isExtendedBy(from, to),
  read(value, context) {
    const { path } = context;
    if (!isJsonObject(value)) throw mapperParsing(`[relations] must be an object, got [${javaText(value)}]`);
    const seen = new Set<string>();
    const twice = Object.values(value)
      .flatMap(childrenOf)
      .filter((child) => seen.size === seen.add(child).size);
    if (twice.length > 0) {
      throw illegalArgument(
        `invalid definition for join field [${path}]:\n[${twice.map((child) => `[${child}] cannot have multiple parents`).join(", ")}]`,
      );
    }
    return Object.fromEntries(
      Object.entries(value).map(([parent, children]) => [
        parent,
        Array.isArray(children) ? children.map(javaText) : javaText(children),
      ]),
    );
  },
};

function childrenOf(children: Json): string[] {
  return (Array.isArray(children) ? children : [children]).map(javaText);
}

/**
 * Whether an update keeps all parents and children; a new parent must not be an existing child, nor a new child an
 * existing parent's.
 */
function isExtendedBy(from: JsonObject, to: JsonObject): boolean {
  const before = Object.values(from).flatMap(childrenOf);
  for (const [parent, children] of Object.entries(from)) {
    const after = ownOf(to, parent) === undefined ? [] : childrenOf(ownOf(to, parent) ?? null);
    if (!childrenOf(children).every((child) => after.includes(child))) return false;
  }
  return Object.keys(to).every((parent) => Object.hasOwn(from, parent) || !before.includes(parent));
}

/** Parents and children in one index: a document names its relation, and a child its parent. */
export const join: FieldType = defineFieldType({
  name: "join",
  summary: "What a document is, and of which parent: relations between documents of a shard.",
  refuses: ["fields", "copy_to"],
  notInMultiFields: true,
  parameters: [
    relationsParameter,
    { ...booleanParameter("eager_global_ordinals", true, { updateable: true }), explicit: true },
  ],

  create({ values, shown: asked }, { path }): IndexableField {
    if (path.includes("."))
      throw illegalArgument(`join field [${path}] cannot be added inside an object or in a multi-field`);
    // Elasticsearch always returns both.
    const shown = {
      ...asked,
      relations: values["relations"] ?? {},
      eager_global_ordinals: values["eager_global_ordinals"] ?? true,
    };
    const relations = values["relations"] as JsonObject;
    const parentOf = new Map(
      Object.entries(relations).flatMap(([parent, children]) =>
        childrenOf(children).map((child) => [child, parent] as const),
      ),
    );
    const parents = Object.keys(relations);
    const read = (value: Json, target: ValueContext): Relation =>
      readRelation(value, path, (name) => parents.includes(name) || parentOf.has(name), parentOf, target);
    const own = textColumn(path, "join", shown);
    const ids = parents.map((parent): IndexableField => ({
      ...textColumn(`${path}#${parent}`, "parent", {}),
      index(value, target) {
        const { name, parent: id } = read(value, target);
        if (name === parent) addText(target, target.documentId);
        else if (parentOf.get(name) === parent && id !== undefined) addText(target, id);
      },
      fetch: () => undefined,
    }));
    return {
      ...own,
      subFields: ids.map((field) => ({ field, named: true })),
      index: (value, target) => addText(target, read(value, target).name),
      fetch: (sourceValue) => (sourceValue === null ? undefined : sourceValue),
    };
  },
});

/** The relation in a document. */
interface Relation {
  readonly name: string;
  readonly parent: string | undefined;
}

function readRelation(
  value: Json,
  path: string,
  known: (name: string) => boolean,
  parentOf: ReadonlyMap<string, string>,
  target: ValueContext,
): Relation {
  const { name, parent } = parts(value, path, target);
  if (name === undefined || !known(name)) throw ofDocument(`unknown join name [${name ?? "null"}] for field [${path}]`);
  if (!parentOf.has(name)) return { name, parent: undefined };
  if (parent === undefined) throw ofDocument(`[parent] is missing for join field [${path}]`);
  if (target.routing === undefined) throw ofDocument(`[routing] is missing for join field [${path}]`);
  return { name, parent };
}

function parts(
  value: Json,
  path: string,
  target: ValueContext,
): { name: string | undefined; parent: string | undefined } {
  if (typeof value === "string") return { name: value, parent: undefined };
  if (!isJsonObject(value))
    throw ofDocument(
      `[${path}] expected START_OBJECT or VALUE_STRING but was: ${tokenNameOf(value).replace("_INT", "").replace("_FLOAT", "")}`,
    );
  const { name, parent, ...more } = value;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) throw ofDocument(`unknown field name [${unknown}] in join field [${path}]`);
  return { name: textOf(name ?? null, target) ?? undefined, parent: textOf(parent ?? null, target) ?? undefined };
}

function ofDocument(reason: string): ValueError {
  const error = badValue(reason);
  error.ofDocument = "value";
  return error;
}

function addText({ builder, field }: ValueContext, text: string): void {
  const length = valueBytes.write(text);
  builder.addOrdinalTerm(field, valueBytes.bytes, 0, length);
}

/** A keyword-like field. */
function textColumn(path: string, type: "join" | "parent", shown: JsonObject): Omit<IndexableField, "index"> {
  const base = baseField(path, {
    type,
    capabilities: type === "join" ? { ...wholeTexts, joins: true } : wholeTexts,
    searchable: true,
    aggregatable: true,
    spec: { terms: "docs", norms: false, column: "ordinals" },
    shown,
  });
  return { ...base, ...textTerms(base) };
}
