/** The interface of a runtime field type: one documented type, one file in `types/`, one line in `runtime-types.ts`. */
import { illegalArgument } from "../../compat/errors.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { stringifyJson } from "../../core/stringify-json.ts";
import type { ScriptReader } from "../../scripting/script-compiler.ts";
import type { FieldProgram } from "../../scripting/script-programs.ts";
import { type InlineScript, showScript } from "../../scripting/script.ts";
import type { FieldType, MappedField } from "../field-type.ts";
import type { MappingContext } from "../mapping-context.ts";
import type { Parameter, ParameterValues } from "../parameter.ts";
import { continuesOnError, onScriptErrorParameter, requireScript, scriptOf } from "../script-parameters.ts";
import { metaParameter, runtimeScriptParameter } from "./runtime-parameters.ts";
import type { RuntimeQueries, RuntimeValue, RuntimeValues } from "./runtime-values.ts";
import { type CompositeParent, valuesFromComposite, valuesFromScript } from "./values-from-script.ts";

/** A definition with its parameters parsed. */
export interface RuntimeDefinition {
  readonly name: string;
  readonly type: RuntimeType;
  readonly read: ParameterValues;
}

/** The context in which fields are made. */
export interface RuntimeSurroundings {
  readonly mapping: MappingContext;
  /** Parses the definitions of inner fields. */
  definitions(fields: JsonObject): readonly RuntimeDefinition[];
}

/** A documented type. */
export interface RuntimeType {
  readonly name: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  /** Parameters in addition to `type`, in the order in which they are returned. */
  readonly parameters: readonly Parameter[];
  /** Throws RequestError 400 for an invalid combination of parameters. */
  check(name: string, read: ParameterValues): void;
  /** The fields of a validated definition. Throws RequestError 400 for a script in an unknown language. */
  create(name: string, read: ParameterValues, around: RuntimeSurroundings): readonly MappedField[];
  /** The field of a definition inside a composite field. Throws RequestError where it is not allowed. */
  createWithin(parent: CompositeParent, name: string, read: ParameterValues, around: RuntimeSurroundings): MappedField;
}

/** The parts of a searchable runtime type. */
interface SearchedType<Value> {
  readonly fieldType: FieldType;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly queries: RuntimeQueries;
  /** The values without a script. `key` distinguishes fields of different definitions. */
  fromSource(source: { readonly path: string; readonly key: string; readonly field: MappedField }): RuntimeValues;
  /** Compiles a script for the type. */
  program(script: InlineScript, scripts: ScriptReader): () => FieldProgram<Value>;
  /** Converts a value from a script to the unit of the column. */
  readonly fromScript: (value: Value) => RuntimeValue;
  /** Converts a value from the script of a composite field; undefined or an error drops it. */
  fromComposite(value: Json, field: MappedField): RuntimeValue | undefined;
}

/** A type whose fields are searched like those of a field type with doc values but no index. */
export function searchedType<Value>(definition: SearchedType<Value>): RuntimeType {
  const { fieldType, summary, queries, parameters = [] } = definition;
  const own = new Set(parameters.map((parameter) => parameter.name));
  const fieldOf = (path: string, shown: JsonObject, mapping: MappingContext): MappedField => {
    const ownShown = Object.fromEntries(Object.entries(shown).filter(([key]) => own.has(key)));
    const base = fieldType.parse({ ...ownShown, index: false }, mapping.field(path));
    return { ...base, searchable: true, parameters: { type: fieldType.name, ...shown } };
  };
  return {
    name: fieldType.name,
    summary,
    parameters: [metaParameter, runtimeScriptParameter, onScriptErrorParameter, ...parameters],
    check: (_name, { values }) => requireScript(values),

    create(name, { values, shown }, { mapping }) {
      const field = fieldOf(name, shown, mapping);
      const { meta: _meta, ...telling } = shown;
      const key = stringifyJson([fieldType.name, name, telling]);
      const script = scriptOf(values);
      if (!script)
        return [{ ...field, runtime: { queries, values: definition.fromSource({ path: name, key, field }) } }];
      const program = definition.program(script, mapping.scripts);
      return [
        {
          ...field,
          runtime: {
            queries,
            values: valuesFromScript({
              key,
              program,
              continues: continuesOnError(values),
              read: definition.fromScript,
            }),
          },
        },
      ];
    },

    createWithin(parent, name, { values, shown }, { mapping }) {
      if (scriptOf(values))
        throw illegalArgument(
          `Cannot use [script] parameter on sub-field [${name}] of composite field [${parent.name}]`,
        );
      const field = fieldOf(`${parent.name}.${name}`, shown, mapping);
      const { meta: _meta, ...telling } = shown;
      const key = stringifyJson([parent.key, fieldType.name, name, telling]);
      return {
        ...field,
        runtime: {
          queries,
          values: valuesFromComposite(parent, name, key, (value) => definition.fromComposite(value, field)),
        },
      };
    },
  };
}

/** Identifies the script of a definition. */
export function scriptKey(script: InlineScript): string {
  return stringifyJson(showScript(script));
}
