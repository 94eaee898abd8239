/** `ctx` of scripts that change documents: which of its members may be what (`CtxMap`, `Metadata`). */
import { illegalArgumentError, unsupportedError } from "../runtime/java-error.ts";
import { JavaMap } from "../runtime/maps.ts";
import { Boxed, classNameOf, textOf, type Value } from "../runtime/values.ts";

/** What a member that may be changed can be. */
export interface CtxMember {
  readonly kind: "text" | "long" | "map";
  readonly isNullable: boolean;
}

/** What the document is cannot be changed unless its member says so, and there is nothing else. */
export class CtxMap extends JavaMap {
  readonly #writable: ReadonlyMap<string, CtxMember>;
  readonly #fixed: ReadonlySet<string>;
  readonly #ops: readonly string[];

  /** `ops`: what `op` may be. */
  constructor(writable: ReadonlyMap<string, CtxMember>, names: readonly string[], ops: readonly string[]) {
    super("linked");
    this.#writable = writable;
    this.#fixed = new Set(names.filter((name) => !writable.has(name)));
    this.#ops = ops;
  }

  /** As it is at the beginning. */
  hold(key: string, value: Value): void {
    super.put(key, value);
  }

  override put(key: Value, value: Value): Value {
    const name = textOf(key);
    if (this.#fixed.has(name)) throw illegalArgumentError(`${name} cannot be updated`);
    const member = this.#writable.get(name);
    if (name === "op") checkOp(value, this.#ops);
    else if (member) checkMember(name, member, value);
    else if (name !== "_source")
      throw illegalArgumentError(`Cannot put key [${name}] with value [${textOf(value)}] into ctx`);
    else if (!(value instanceof JavaMap))
      throw illegalArgumentError(
        `Expected [_source] to be a Map, not [${textOf(value)}]${value === null ? "" : ` with type [${classNameOf(value)}]`}`,
      );
    return super.put(key, value);
  }

  override remove(key: Value): Value {
    const name = textOf(key);
    if (this.#writable.get(name)?.isNullable) return super.remove(key);
    if (name === "op" || this.#writable.has(name) || this.#fixed.has(name))
      throw illegalArgumentError(`${name} cannot be removed`);
    throw unsupportedError(`Cannot remove key ${name} from ctx`);
  }

  override clear(): void {
    for (const { key } of this.entries()) this.remove(key);
  }
}

const ingestMembers: ReadonlyMap<string, CtxMember> = new Map<string, CtxMember>([
  ["_index", { kind: "text", isNullable: true }],
  ["_id", { kind: "text", isNullable: true }],
  ["_routing", { kind: "text", isNullable: true }],
  ["_version", { kind: "long", isNullable: false }],
  ["_version_type", { kind: "text", isNullable: true }],
  ["_if_seq_no", { kind: "long", isNullable: true }],
  ["_if_primary_term", { kind: "long", isNullable: true }],
  ["_dynamic_templates", { kind: "map", isNullable: true }],
]);
const VERSION_TYPES = ["internal", "external", "external_gte"];

/** `ctx` of pipelines: the document, and what is known of it beside (`IngestCtxMap`). */
export class IngestCtxMap extends JavaMap {
  constructor(source: JavaMap, metadata: JavaMap) {
    super("linked");
    for (const { key, value } of source.entries()) super.put(key, value);
    for (const { key, value } of metadata.entries()) super.put(key, value);
  }

  override put(key: Value, value: Value): Value {
    const name = textOf(key);
    const member = ingestMembers.get(name);
    if (member) checkMember(name, member, value);
    if (name === "_version_type" && value !== null && !VERSION_TYPES.includes(textOf(value)))
      throw illegalArgumentError(
        `_version_type must be a null or one of [${VERSION_TYPES.join(", ")}] but was [${textOf(value)}] with type [java.lang.String]`,
      );
    return super.put(key, value);
  }

  override remove(key: Value): Value {
    const name = textOf(key);
    if (ingestMembers.get(name)?.isNullable === false) throw illegalArgumentError(`${name} cannot be removed`);
    return super.remove(key);
  }

  override clear(): void {
    for (const { key } of this.entries()) this.remove(key);
  }

  /** Takes out what is no part of the document: by name, null where it is gone. */
  takeMetadata(given: Iterable<string>): Map<string, Value> {
    const taken = new Map<string, Value>();
    for (const name of new Set([...given, ...ingestMembers.keys()])) {
      taken.set(name, this.get(name));
      super.remove(name);
    }
    return taken;
  }
}

function checkOp(value: Value, ops: readonly string[]): void {
  checkMember("op", { kind: "text", isNullable: false }, value);
  if (ops.includes(textOf(value))) return;
  const allowed = ops.filter((each) => each !== "none").join(", ");
  throw illegalArgumentError(`[op] must be one of ${allowed}, not [${textOf(value)}]`);
}

const kinds = {
  text: { java: "java.lang.String", takes: (value: Value) => typeof value === "string" },
  long: {
    java: "java.lang.Number",
    takes: (value: Value) => typeof value === "number" || (value instanceof Boxed && value.kind !== "char"),
  },
  map: { java: "java.util.Map", takes: (value: Value) => value instanceof JavaMap },
};

function checkMember(name: string, { kind, isNullable }: CtxMember, value: Value): void {
  if (value === null) {
    if (isNullable) return;
    throw illegalArgumentError(`${name} cannot be null`);
  }
  const { java, takes } = kinds[kind];
  if (!takes(value))
    throw illegalArgumentError(
      `${name} [${textOf(value)}] is wrong type, expected assignable to [${java}], not [${classNameOf(value)}]`,
    );
  const number = value instanceof Boxed ? value.value : value;
  if (kind !== "long" || typeof number === "bigint" || Number.isInteger(number)) return;
  throw illegalArgumentError(
    `${name} may only be set to an int or a long but was [${textOf(value)}] with type [${classNameOf(value)}]`,
  );
}
