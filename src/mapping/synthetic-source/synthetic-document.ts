/**
 * Makes a synthetic `_source` as Elasticsearch does (`SourceLoader.Synthetic`, with the parts that `DocumentParser`
 * stores in `_ignored_source`). It starts from the document as received: each value passes through its field again, and
 * what the field would write to its column is rendered.
 */
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { DocumentInput } from "../document-parser.ts";
import { type Dynamic, type FieldNode, joinPath, type MappingNode, type ObjectNode } from "../mapping-tree.ts";
import { DOC_COUNT } from "../metadata-fields.ts";
import { type FieldPlan, fieldPlans } from "./field-plan.ts";
import { FieldValues } from "./field-values.ts";
import { SyntheticObject } from "./synthetic-object.ts";
import type { KeepMode } from "./keep-mode.ts";
import { type SourceCursor, SourceText } from "./source-text.ts";
import { ValueCapture } from "./value-capture.ts";

/** The part that is the same for all documents of a mapping. */
export class SyntheticPlan {
  readonly root: ObjectNode;
  readonly keep: KeepMode;
  readonly fields: ReadonlyMap<FieldNode, FieldPlan>;

  /** Runtime fields of the mapping; their values in documents are kept. */
  readonly runtime: ReadonlyMap<string, unknown>;

  constructor(root: ObjectNode, keep: KeepMode, runtime: ReadonlyMap<string, unknown> = new Map()) {
    this.root = root;
    this.keep = keep;
    this.runtime = runtime;
    this.fields = fieldPlans(root, keep);
  }

  /** JSON text of a document's source; `text` is the source as received. */
  source(document: Omit<DocumentInput, "dynamicTemplates">, text: string): string {
    return new SyntheticDocument(this, document, text).source();
  }
}

/** The context of the walk. */
interface Scope {
  readonly gathered: SyntheticObject;
  /** The enclosing nested object, or the document, and its path. */
  readonly around: {
    readonly gathered: SyntheticObject;
    readonly path: string;
    readonly outer: Scope["around"] | undefined;
  };
  /** Whether an enclosing value is kept as received, so that nothing inside needs keeping. */
  readonly recorded: boolean;
  /** Whether the value is inside an array of objects within the same nested object. */
  readonly inArray: boolean;
  readonly dynamic: Dynamic;
}

class SyntheticDocument {
  readonly #plan: SyntheticPlan;
  readonly #document: JsonObject;
  readonly #source: SourceText;
  readonly #capture: ValueCapture;

  constructor(plan: SyntheticPlan, document: Omit<DocumentInput, "dynamicTemplates">, text: string) {
    this.#plan = plan;
    this.#document = document.source;
    this.#source = new SourceText(text, document.source);
    this.#capture = new ValueCapture(this.#source, document);
  }

  source(): string {
    const { root } = this.#plan;
    const at: SourceCursor = { value: this.#document, rest: [], holder: this.#document, key: "" };
    if (root.enabled === false) return this.#source.of(at);
    const gathered = new SyntheticObject();
    const around = { gathered, path: "", outer: undefined };
    this.#object(root, at, { gathered, around, recorded: false, inArray: false, dynamic: root.dynamic ?? "true" });
    return gathered.text() ?? "{}";
  }

  #object(node: ObjectNode, { value, rest, holder, key: outerKey }: SourceCursor, scope: Scope): void {
    if (!isJsonObject(value)) return;
    for (const key in value) {
      const member = value[key] ?? null;
      if (rest.length > 0) {
        this.#member(node, key, { value: member, rest: rest.slice(1), holder, key: outerKey }, scope);
        continue;
      }
      const at: SourceCursor = { value: member, rest: [], holder: value, key };
      if (node.path === "" && key === DOC_COUNT) scope.gathered.keep(key, this.#source.of(at));
      else if (node.subobjects === false || node.children.has(key)) this.#member(node, key, at, scope);
      else {
        const [name = "", ...below] = namesOf(key);
        this.#member(node, name, { ...at, value: nested(below, member), rest: below }, scope);
      }
    }
  }

  #member(node: ObjectNode, name: string, at: SourceCursor, scope: Scope): void {
    const child = node.children.get(name);
    // Here objects are dotted names, not values of the field.
    if (child?.kind === "field" && node.subobjects === false && !child.field.takesStructure && holdsObject(at.value))
      this.#flat(node, name, at, scope);
    else if (child !== undefined) this.#value(child, at, scope);
    else if (node.subobjects === false && isFlattened(at.value, scope.dynamic)) this.#flat(node, name, at, scope);
    else this.#unmapped(node, name, at, scope);
  }

  /** Inside `subobjects: false` objects become dotted names. */
  #flat(node: ObjectNode, name: string, { value, rest, holder, key }: SourceCursor, scope: Scope): void {
    if (Array.isArray(value))
      value.forEach((item, index) =>
        this.#member(node, name, { value: item, rest: [], holder: value, key: index }, scope),
      );
    else if (isJsonObject(value)) {
      for (const inner in value) {
        const member = value[inner] ?? null;
        const at =
          rest.length > 0
            ? { value: member, rest: rest.slice(1), holder, key }
            : { value: member, rest: [], holder: value, key: inner };
        this.#member(node, `${name}.${inner}`, at, scope);
      }
    }
  }

  /** An unmapped value (on purpose, or beyond the field limit) is kept. */
  #unmapped(node: ObjectNode, name: string, at: SourceCursor, scope: Scope): void {
    const { value } = at;
    const isRuntime = this.#plan.runtime.has(joinPath(node.path, name));
    if ((isRuntime || scope.dynamic === "runtime") && Array.isArray(value)) {
      // Values of runtime fields are handled one by one.
      value.forEach((item, index) =>
        this.#unmapped(node, name, { value: item, rest: [], holder: value, key: index }, scope),
      );
    } else if (isRuntime || (scope.dynamic === "true" ? !holdsNothing(value) : value !== null))
      this.#keep(name, at, scope);
  }

  #value(child: MappingNode, at: SourceCursor, scope: Scope): void {
    if (child.kind === "alias") return;
    if (child.kind === "field") {
      const plan = this.#plan.fields.get(child)!;
      if (Array.isArray(at.value) && !child.field.takesStructure) this.#array(child, plan, at, scope);
      else this.#leaf(child, plan, at, scope);
    } else if (child.enabled === false) this.#keep(child.name, at, scope);
    else if (Array.isArray(at.value)) this.#objects(child, at, scope);
    else if (at.value !== null) this.#oneObject(child, at, scope);
  }

  #objects(child: ObjectNode, at: SourceCursor, scope: Scope): void {
    if (!Array.isArray(at.value)) return;
    const keep = child.keep ?? this.#plan.keep;
    const whole = keep === "all" || (keep === "arrays" && !child.nested);
    const recorded = whole ? this.#keep(child.name, at, scope) : scope;
    const inner = child.nested ? recorded : { ...recorded, inArray: true };
    for (let index = 0; index < at.value.length; index++) {
      const item: SourceCursor = { value: at.value[index]!, rest: [], holder: at.value, key: index };
      if (Array.isArray(item.value)) this.#objects(child, item, inner);
      else if (item.value !== null) this.#oneObject(child, item, inner);
    }
  }

  #oneObject(child: ObjectNode, at: SourceCursor, scope: Scope): void {
    const keep = child.keep ?? this.#plan.keep;
    const whole = keep === "all" || (keep === "arrays" && scope.inArray);
    const { recorded } = whole ? this.#keep(child.name, at, scope) : scope;
    const dynamic = child.dynamic ?? scope.dynamic;
    if (child.nested) {
      const gathered = scope.gathered.addNested(child.name);
      const around = { gathered, path: child.path, outer: scope.around };
      this.#object(child, at, { gathered, around, recorded, inArray: false, dynamic });
    } else this.#object(child, at, { ...scope, gathered: scope.gathered.object(child.name), recorded, dynamic });
  }

  #array(child: FieldNode, plan: FieldPlan, at: SourceCursor, scope: Scope): void {
    if (!Array.isArray(at.value)) return;
    const ordered = plan.keepsOrder && !scope.recorded;
    // A single value is rendered the same with and without an array around it.
    const single =
      plan.keep === "arrays" && !scope.inArray && plan.form !== undefined && !plan.copyTarget && holdsOne(at.value);
    const whole = !ordered && !single && (plan.form === undefined || plan.keep !== "none" || plan.copyTarget);
    const inner = whole ? this.#keep(child.name, at, scope) : scope;
    if (ordered && at.value.length === 0) this.#values(child, plan.form!, inner).addEmpty();
    for (let index = 0; index < at.value.length; index++) {
      const item: SourceCursor = { value: at.value[index]!, rest: [], holder: at.value, key: index };
      if (Array.isArray(item.value)) this.#array(child, plan, item, inner);
      else this.#leaf(child, plan, item, inner, ordered);
    }
  }

  #leaf(child: FieldNode, plan: FieldPlan, at: SourceCursor, scope: Scope, ordered = false): void {
    const { form, keep } = plan;
    const inArray = keep === "arrays" && scope.inArray && !child.field.takesStructure;
    if (form === undefined || keep === "all" || inArray || plan.copyTarget) this.#keep(child.name, at, scope);
    else if (!scope.recorded) {
      const captured = this.#capture.take(plan.field, form, at);
      const values = this.#values(child, form, scope);
      if (ordered) values.addItem(captured);
      else values.add(captured);
    }
    for (const target of child.copyTo) this.#hide(target, scope);
  }

  #values(child: FieldNode, form: NonNullable<FieldPlan["form"]>, { gathered }: Scope): FieldValues {
    let values = gathered.fields.get(child.name);
    if (!values) gathered.fields.set(child.name, (values = new FieldValues(form)));
    return values;
  }

  /** Keeps a value as received, unless an enclosing one is kept; returns the scope inside it. */
  #keep(name: string, at: SourceCursor, scope: Scope): Scope {
    if (scope.recorded) return scope;
    scope.gathered.keep(name, this.#source.of(at));
    return { ...scope, recorded: true };
  }

  /** Hides a `copy_to` target, whose copies are not rendered, in the enclosing nested object that it belongs to. */
  #hide(target: string, { around }: Scope): void {
    let document = around;
    while (document.outer && !target.startsWith(document.path)) document = document.outer;
    let node: ObjectNode | undefined = this.#plan.root;
    let { gathered } = document;
    const parts = target.split(".");
    for (let from = 0; from < parts.length && node; from++) {
      const rest = parts.slice(from).join(".");
      const child: MappingNode | undefined = node.children.get(rest) ?? node.children.get(parts[from]!);
      if (child?.kind !== "object") {
        if (child) gathered.keep(child.name, undefined);
        return;
      }
      if (child.path.length > document.path.length) gathered = gathered.object(child.name);
      node = child;
    }
  }
}

/** The parts of a dotted name; dots at the end are ignored. */
function namesOf(key: string): string[] {
  return key.includes(".") ? key.replace(/\.+$/, "").split(".") : [key];
}

function nested(names: readonly string[], value: Json): Json {
  return names.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}

function holdsObject(value: Json): boolean {
  return isJsonObject(value) || (Array.isArray(value) && value.some(holdsObject));
}

/** Whether a value inside `subobjects: false` is flattened; arrays that are not mapped are kept as a whole. */
function isFlattened(value: Json, dynamic: Dynamic): boolean {
  return isJsonObject(value) || (dynamic !== "false" && Array.isArray(value) && value.some(isJsonObject));
}

/** Whether a value consists of nulls and empty arrays, which need no mapping. */
function holdsNothing(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.every(holdsNothing));
}

/** Whether there is at most one value, and it is neither array nor object. */
function holdsOne(values: readonly Json[]): boolean {
  return values.length === 0 || (values.length === 1 && (typeof values[0] !== "object" || values[0] === null));
}
