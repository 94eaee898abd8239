/** Reads settings of a service, and gathers what is wrong with them as Elasticsearch's `ValidationException`. */
import { valueText } from "../compat/value-text.ts";
import { RequestError } from "../compat/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { ownOf } from "../core/names.ts";
import { statusError } from "./endpoint.ts";

export class SettingsReader {
  readonly #settings: JsonObject;
  readonly #scope: string;
  readonly #known = new Set<string>();
  readonly #problems: string[];

  /** `scope`: what the settings are called, as `service_settings`. */
  constructor(settings: JsonObject, scope: string, problems: string[] = []) {
    this.#settings = settings;
    this.#scope = scope;
    this.#problems = problems;
  }

  /** A text; undefined where there is none, which is a fault when it is required. */
  text(name: string, required = false): string | undefined {
    const value = this.#value(name);
    if (value === undefined) {
      if (required) this.fault(`[${this.#scope}] does not contain the required setting [${name}]`);
      return undefined;
    }
    if (typeof value !== "string") return this.#wrongType(name, value, "String");
    if (value === "") this.fault(`[${this.#scope}] Invalid value empty string. [${name}] must be a non-empty string`);
    return value;
  }

  positiveInteger(name: string): number | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== "number" || !Number.isInteger(value)) return this.#wrongType(name, value, "Integer");
    if (value > 0) return value;
    return this.fault(`[${this.#scope}] Invalid value [${value}]. [${name}] must be a positive integer`);
  }

  /** A number of at least 0. */
  number(name: string): number | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    return typeof value === "number" ? value : this.#wrongType(name, value, "Double");
  }

  boolean(name: string): boolean | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    return typeof value === "boolean" ? value : this.#wrongType(name, value, "Boolean");
  }

  oneOf(name: string, allowed: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined || allowed.includes(value)) return value;
    const names = [...allowed].sort().join(", ");
    return this.fault(`[${this.#scope}] Invalid value [${value}] received. [${name}] must be one of [${names}]`);
  }

  /** An address of http or https. */
  url(name: string, required = false): string | undefined {
    const value = this.text(name, required);
    if (value === undefined || value === "") return undefined;
    const protocol = URL.canParse(value) ? new URL(value).protocol : "";
    if (protocol === "http:" || protocol === "https:") return value;
    return this.fault(`[${this.#scope}] Invalid url [${value}] received for field [${name}]`);
  }

  /** `rate_limit`, in requests of a minute. */
  rateLimit(fallback: number): JsonObject {
    const value = this.#value("rate_limit");
    if (value === undefined) return { requests_per_minute: fallback };
    if (!isJsonObject(value)) {
      this.#wrongType("rate_limit", value, "Map");
      return {};
    }
    const inner = new SettingsReader(value, `${this.#scope}.rate_limit`, this.#problems);
    const requests = inner.positiveInteger("requests_per_minute") ?? fallback;
    this.#problems.push(...inner.unknown().map((name) => `[${this.#scope}] unknown setting [rate_limit.${name}]`));
    return { requests_per_minute: requests };
  }

  fault(problem: string): undefined {
    this.#problems.push(problem);
  }

  /** Settings that nobody asked for. */
  unknown(): string[] {
    return Object.keys(this.#settings).filter((name) => !this.#known.has(name));
  }

  /** Throws what was wrong; `service` refuses what nobody asked for. */
  end(service: string): void {
    if (this.#problems.length > 0) {
      const numbered = this.#problems.map((problem, at) => `${at + 1}: ${problem};`).join("");
      throw new RequestError(400, "validation_exception", `Validation Failed: ${numbered}`);
    }
    const [name] = this.unknown();
    if (name === undefined) return;
    const value = JSON.stringify(ownOf(this.#settings, name) ?? null).replace(/^"(.*)"$/, "$1");
    throw statusError(400, `Configuration contains settings [{${name}=${value}}] unknown to the [${service}] service`);
  }

  #value(name: string): Exclude<Json, null> | undefined {
    this.#known.add(name);
    return ownOf(this.#settings, name) ?? undefined;
  }

  #wrongType(name: string, value: Json, wanted: string): undefined {
    const found = Array.isArray(value) ? "ArrayList" : isJsonObject(value) ? "LinkedHashMap" : javaClass(value);
    const shown = valueText(value);
    return this.fault(
      `field [${name}] is not of the expected type. The value [${shown}] cannot be converted to a [${wanted}] (found [${found}])`,
    );
  }
}

function javaClass(value: Json): string {
  if (typeof value === "string") return "String";
  if (typeof value === "boolean") return "Boolean";
  return Number.isInteger(value) ? "Integer" : "Double";
}
