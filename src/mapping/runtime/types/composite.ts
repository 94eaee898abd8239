import { illegalArgument } from "../../../core/errors.ts";
import { isJsonObject } from "../../../core/json.ts";
import { baseField } from "../../define-field-type.ts";
import { javaClass, javaText, mapperParsing } from "../../mapping-error.ts";
import type { Parameter } from "../../parameter.ts";
import { metaParameter, onScriptErrorParameter, scriptParameter } from "../runtime-parameters.ts";
import type { RuntimeType } from "../runtime-type.ts";
import { compileScript } from "../script.ts";

const fieldsParameter: Parameter = {
  name: "fields",
  fallback: null,
  updateable: true,
  read(value, context) {
    if (!isJsonObject(value)) throw mapperParsing(`[fields] must be an object, got ${javaClass(value)}[${javaText(value)}] for field [${context.path}]`);
    return value;
  },
};

/** Several fields that one script makes. */
export const composite: RuntimeType = {
  name: "composite",
  summary: "Several fields that one script makes.",
  parameters: [scriptParameter, onScriptErrorParameter, fieldsParameter, metaParameter],
  create(name, { values, shown }) {
    const { script = null, fields = null } = values;
    if (script === null) throw illegalArgument(`composite runtime field [${name}] must declare a [script]`);
    if (!isJsonObject(fields) || Object.keys(fields).length === 0) throw illegalArgument(`composite runtime field [${name}] must declare its [fields]`);
    const base = baseField(name, {
      type: "composite",
      family: "object",
      searchable: false,
      aggregatable: false,
      spec: { terms: undefined, norms: false, column: undefined },
      shown,
    });
    return { ...base, runtime: { values: compileScript(script) } };
  },
};
