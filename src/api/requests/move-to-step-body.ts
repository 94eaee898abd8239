/** The body of a move to a step: where an index stands, and where it is to go. */
import { illegalArgument } from "../../compat/errors.ts";
import { type BodyShape, notBuilt, parseObject } from "../../compat/object-parser.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { StepKey } from "../../lifecycles/execution-record.ts";

const KEY_MEMBERS = { phase: "text", action: "text", name: "text" } as const;

const BODY: BodyShape = {
  name: "move_to_step_request",
  members: {
    current_step: { name: "stepkey", members: KEY_MEMBERS, check: (key) => needs(key, "phase", "action", "name") },
    next_step: { name: "step_specification", members: KEY_MEMBERS, check: checkPartialKey },
  },
};

/** Throws 400 for a body that is none. */
export function moveToStepBody(json: Json, text: string): { readonly from: StepKey; readonly to: JsonObject } {
  const body = parseObject(BODY, json, text);
  needs(body, "current_step", "next_step");
  return { from: keyFrom(partOf(body, "current_step")), to: partOf(body, "next_step") };
}

/** The first step that a key of which some parts are left open stands for. */
export function concreteKey(keys: readonly StepKey[], asked: JsonObject): StepKey | undefined {
  if (ownOf(asked, "name") !== undefined) return keyFrom(asked);
  const { phase, action } = keyFrom(asked);
  return keys.find((key) => key.phase === phase && (action === "" || key.action === action));
}

function keyFrom(given: JsonObject): StepKey {
  const textOf = (name: string): string => {
    const value = ownOf(given, name);
    return typeof value === "string" ? value : "";
  };
  return { phase: textOf("phase"), action: textOf("action"), name: textOf("name") };
}

function partOf(body: JsonObject, name: string): JsonObject {
  const part = ownOf(body, name);
  return isJsonObject(part) ? part : {};
}

function needs(parsed: JsonObject, ...names: readonly string[]): void {
  const missing = names.filter((name) => ownOf(parsed, name) === undefined);
  if (missing.length > 0) throw illegalArgument(`Required [${missing.join(", ")}]`);
}

function checkPartialKey(key: JsonObject): void {
  needs(key, "phase");
  if (ownOf(key, "name") !== undefined && ownOf(key, "action") === undefined)
    throw notBuilt(
      "step_specification",
      "phase; phase and action; or phase, action, and step must be provided, but a step name was specified without a corresponding action",
    );
}
