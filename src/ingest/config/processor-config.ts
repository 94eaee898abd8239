/** The configuration of a processor: each property is taken by name, and what is left over is refused. */
import type { RequestError } from "../../compat/errors.ts";
import { javaMapOrder } from "../../compat/java-map-order.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { javaClass, javaText } from "../document/java-values.ts";
import { type ConfiguredPlace, configurationError } from "./configuration-error.ts";

export class ProcessorConfig {
  /** The documented name of the processor; undefined for what stands above its own properties. */
  readonly type: string | undefined;
  readonly tag: string | undefined;
  readonly #body: JsonObject;
  readonly #taken = new Set<string>();

  constructor(body: JsonObject, { type, tag }: ConfiguredPlace = {}) {
    this.#body = body;
    this.type = type;
    this.tag = tag;
  }

  /** The error of a property, or of the processor. */
  error(property: string | undefined, reason: string): RequestError {
    return configurationError({ type: this.type, tag: this.tag, property }, reason);
  }

  /** Any value; undefined where there is none, or null. */
  json(name: string): Json | undefined {
    this.#taken.add(name);
    return ownOf(this.#body, name) ?? undefined;
  }

  /** Any value. Throws 400 without one. */
  required(name: string): Json {
    const value = this.json(name);
    if (value === undefined) throw this.error(name, "required property is missing");
    return value;
  }

  string(name: string): string {
    return this.#string(name, this.required(name));
  }

  optionalString(name: string): string | undefined {
    const value = this.json(name);
    return value === undefined ? undefined : this.#string(name, value);
  }

  /** Text, or a number as text. */
  stringOrInt(name: string): string | undefined {
    const value = this.json(name);
    if (value === undefined) return undefined;
    if (javaClass(value) === "java.lang.Integer") return javaText(value);
    if (typeof value === "string") return value;
    throw this.error(name, `property isn't a string or int, but of type [${javaClass(value)}]`);
  }

  boolean(name: string, otherwise: boolean): boolean {
    const value = this.json(name);
    if (value === undefined) return otherwise;
    if (typeof value === "boolean") return value;
    throw this.error(name, `property isn't a boolean, but of type [${javaClass(value)}]`);
  }

  /** A number, or text of one. */
  integer(name: string): number | undefined {
    const value = this.json(name);
    if (value === undefined) return undefined;
    const text = typeof value === "string" ? value : javaClass(value) === "java.lang.Integer" ? javaText(value) : "";
    if (/^[+-]?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31) return Number(text);
    throw this.error(
      name,
      `property cannot be converted to an int [${typeof value === "string" ? value : javaShown(value)}]`,
    );
  }

  /** A number, or text of one. Throws 400 without one. */
  double(name: string): number {
    const value = this.required(name);
    const number = Number(javaShown(value));
    if (Number.isNaN(number) || typeof value === "boolean")
      throw this.error(name, `property cannot be converted to a double [${javaShown(value)}]`);
    return number;
  }

  list(name: string): Json[] {
    return this.#list(name, this.required(name));
  }

  optionalList(name: string): Json[] | undefined {
    const value = this.json(name);
    return value === undefined ? undefined : this.#list(name, value);
  }

  map(name: string): JsonObject {
    return this.#map(name, this.required(name));
  }

  optionalMap(name: string): JsonObject | undefined {
    const value = this.json(name);
    return value === undefined ? undefined : this.#map(name, value);
  }

  /** Names that nobody asked for, as `[a, b]` in Java's order; undefined when there are none. */
  leftOver(): string | undefined {
    const left = Object.keys(this.#body).filter((name) => !this.#taken.has(name));
    return left.length === 0 ? undefined : `[${javaMapOrder(left).join(", ")}]`;
  }

  #string(name: string, value: Json): string {
    if (typeof value === "string") return value;
    throw this.error(name, `property isn't a string, but of type [${javaClass(value)}]`);
  }

  #list(name: string, value: Json): Json[] {
    if (Array.isArray(value)) return value;
    throw this.error(name, `property isn't a list, but of type [${javaClass(value)}]`);
  }

  #map(name: string, value: Json): JsonObject {
    if (isJsonObject(value)) return value;
    throw this.error(name, `property isn't a map, but of type [${javaClass(value)}]`);
  }
}

function javaShown(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
