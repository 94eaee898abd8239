/** The interface of a type of runtime fields: one documented type, one file in `types/`, one line in `runtime-types.ts`. */
import type { JsonObject } from "../../core/json.ts";
import type { FieldType, MappedField } from "../field-type.ts";
import type { MappingContext } from "../mapping-context.ts";
import type { Parameter, ParameterValues } from "../parameter.ts";
import { metaParameter, onScriptErrorParameter, scriptParameter } from "./runtime-parameters.ts";
import type { RuntimeValues } from "./runtime-values.ts";
import { compileScript, requireScript } from "./script.ts";

/** A documented type. */
export interface RuntimeType {
  readonly name: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  /** What a definition may say beside `type`. */
  readonly parameters: readonly Parameter[];
  /** The field of parameters that were read; throws RequestError 400 where they do not go together. */
  create(name: string, read: ParameterValues, context: MappingContext): MappedField;
}

/** A type whose fields are searched like those of a field type with doc values and no index. */
export function searchedType(definition: {
  readonly fieldType: FieldType;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  /** The values without a script. `key` tells fields of different definitions apart. */
  fromSource(source: { readonly path: string; readonly key: string; readonly field: MappedField }): RuntimeValues;
}): RuntimeType {
  const { fieldType, summary, parameters = [] } = definition;
  const own = new Set(parameters.map((parameter) => parameter.name));
  return {
    name: fieldType.name,
    summary,
    parameters: [scriptParameter, onScriptErrorParameter, ...parameters, metaParameter],
    create(name, { values, shown }, context) {
      requireScript(values);
      const ownShown: JsonObject = Object.fromEntries(Object.entries(shown).filter(([key]) => own.has(key)));
      const base = fieldType.parse({ ...ownShown, index: false }, context.field(name));
      const field = { ...base, searchable: true, parameters: { type: fieldType.name, ...shown } };
      const script = values["script"] ?? null;
      const key = JSON.stringify([fieldType.name, name, ownShown]);
      return { ...field, runtime: { values: script === null ? definition.fromSource({ path: name, key, field }) : compileScript(script) } };
    },
  };
}
