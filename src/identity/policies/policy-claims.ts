/** The unique names that policies and bindings hold. */
import type { JsonObject } from "../../core/json.ts";
import { numberOf, stringOf } from "../records/stored-values.ts";

/** A name is unique among policies of all kinds. */
export function policyClaims(fields: JsonObject): string[] {
  return [`policy-name:${stringOf(fields, "name")}`];
}

/** A policy is bound once to a target in one place. */
export function bindingClaims(fields: JsonObject): string[] {
  const { policy } = fields;
  return typeof policy === "string"
    ? [`policy-binding:${stringOf(fields, "target")}:${policy}:${numberOf(fields, "order")}`]
    : [];
}
