/** `ctx` of scripts that change documents: which of its members may be what (`CtxMap`, `Metadata`). */
import { illegalArgumentError, unsupportedError } from "../runtime/java-error.ts";
import { JavaMap } from "../runtime/maps.ts";
import { Boxed, classNameOf, textOf, type Value } from "../runtime/values.ts";

/** What a member that may be changed can be. */
export interface CtxMember {
  readonly kind: "text" | "long";
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

function checkOp(value: Value, ops: readonly string[]): void {
  checkMember("op", { kind: "text", isNullable: false }, value);
  if (ops.includes(textOf(value))) return;
  const allowed = ops.filter((each) => each !== "none").join(", ");
  throw illegalArgumentError(`[op] must be one of ${allowed}, not [${textOf(value)}]`);
}

function checkMember(name: string, { kind, isNullable }: CtxMember, value: Value): void {
  if (value === null) {
    if (isNullable) return;
    throw illegalArgumentError(`${name} cannot be null`);
  }
  const isNumber = typeof value === "number" || (value instanceof Boxed && value.kind !== "char");
  if (kind === "text" ? typeof value !== "string" : !isNumber) {
    const wanted = kind === "text" ? "java.lang.String" : "java.lang.Number";
    throw illegalArgumentError(
      `${name} [${textOf(value)}] is wrong type, expected assignable to [${wanted}], not [${classNameOf(value)}]`,
    );
  }
  const number = value instanceof Boxed ? value.value : value;
  if (kind === "text" || typeof number === "bigint" || Number.isInteger(number)) return;
  throw illegalArgumentError(
    `${name} may only be set to an int or a long but was [${textOf(value)}] with type [${classNameOf(value)}]`,
  );
}
