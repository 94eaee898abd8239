/** `script` and `on_script_error` of fields and runtime fields: parsed, rendered and validated. */
import { illegalArgument } from "../compat/errors.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { scriptOfMapping } from "../scripting/parse-script.ts";
import { type InlineScript, type Script, scriptText, showScript } from "../scripting/script.ts";
import { choiceParameter, type Parameter, type ParameterValues } from "./parameter.ts";

/** `script`: computes the values. `noStored` completes the message that stored scripts are not supported. */
export function scriptParameter(options: {
  readonly updateable: boolean;
  readonly acceptsNull: boolean;
  readonly noStored: (path: string) => string;
}): Parameter {
  const { updateable, acceptsNull, noStored } = options;
  return {
    name: "script",
    fallback: null,
    updateable,
    acceptsNull,
    read(value, { path }) {
      const script = scriptOfMapping(value);
      if (script.kind === "stored") throw illegalArgument(`stored scripts are not supported ${noStored(path)}`);
      return showScript(script);
    },
    text: conflictText,
  };
}

function conflictText(value: Json): string {
  const script = value === null ? undefined : inlineOnly(scriptOfMapping(value));
  return script ? scriptText(script) : "null";
}

/** The script in parsed parameters; undefined without one. */
export function scriptOf(values: ParameterValues["values"]): InlineScript | undefined {
  const shown = values["script"] ?? null;
  return isJsonObject(shown) ? inlineOnly(scriptOfMapping(shown)) : undefined;
}

function inlineOnly(script: Script): InlineScript | undefined {
  return script.kind === "inline" ? script : undefined;
}

/** `on_script_error`: whether a failing script fails the search or document, or leaves the document without values. */
export const onScriptErrorParameter: Parameter = choiceParameter("on_script_error", "fail", ["fail", "continue"], {
  updateable: true,
});

/** Throws 400 when `on_script_error` is set without a script. */
export function requireScript(values: ParameterValues["values"]): void {
  if (continuesOnError(values) && (values["script"] ?? null) === null) {
    throw illegalArgument("Field [on_script_error] requires field [script] to be configured");
  }
}

/** Whether documents on which the script fails have no values. */
export function continuesOnError(values: ParameterValues["values"]): boolean {
  return values["on_script_error"] === "continue";
}
