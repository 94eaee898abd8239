/** Expressions of Lucene: numbers of documents, parameters and functions, and nothing else. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { javaDouble } from "../../core/float32.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import type { ScriptColumns } from "../script-document.ts";
import type { ScriptLanguage } from "../script-language.ts";
import type { ScriptContext, ScriptPrograms, ValuesRun } from "../script-programs.ts";
import { type CompiledExpression, compileExpression, type Source } from "./compile-expression.ts";
import { expressionError, ExpressionFault } from "./expression-error.ts";
import { parseExpression } from "./parse-expression.ts";
import { fieldValue, parameterValue } from "./variables.ts";

/** Makes the programs of a context, once for each binding to parameters. */
type Program<Context extends ScriptContext> = (script: ExpressionScript) => ScriptPrograms[Context];

const programs: { readonly [Context in ScriptContext]?: Program<Context> } = {
  score: (script) => ({ leaf: ({ columns }) => script.over(columns, SCORE) }),
  number_sort: (script) => ({ leaf: ({ columns }) => script.over(columns, SCORE) }),
  filter: (script) => ({
    leaf({ columns }) {
      const run = script.over(columns, SCORE);
      return (doc) => run(doc, 0) !== 0;
    },
  }),
  field: (script) => {
    let known: ScriptColumns | undefined;
    let run: Run = () => 0;
    return {
      value({ columns, doc }) {
        if (columns !== known) run = script.over(columns, NONE);
        known = columns;
        return shown(run(doc, 0));
      },
    };
  },
  terms_set: (script) => ({
    leaf({ columns }, terms) {
      const run = script.over(columns, TERMS);
      return (doc) => run(doc, terms);
    },
  }),
  aggs: (script) => ({ leaf: ({ columns }) => valuesRun(script, columns) }),
  bucket_aggregation: (script) => ({ value: (values) => script.ofNumbers(values) }),
  aggregation_selector: (script) => ({ picks: (values) => script.ofNumbers(values) === 1 }),
};

export const expression: ScriptLanguage = {
  name: "expression",
  contexts: Object.keys(programs),
  compile({ source }, context) {
    const program = ownOf(programs, context);
    if (!program) throw illegalArgument(`expression engine does not know how to handle script context [${context}]`);
    const compiled = compiledOf(source);
    // The context is the key of its program.
    const make = program as (script: ExpressionScript) => ScriptPrograms[typeof context];
    return (params) => make(new ExpressionScript(source, compiled, params));
  },
};

/** The value of a document; what else it is told stands in the places of the variables of these names. */
type Run = (doc: number, given: number, score?: number) => number;

const NONE = "";
const SCORE = "_score";
const VALUE = "_value";
const TERMS = "num_terms";

class ExpressionScript {
  readonly #source: string;
  readonly #compiled: CompiledExpression;
  readonly #params: JsonObject;

  constructor(source: string, compiled: CompiledExpression, params: JsonObject) {
    this.#source = source;
    this.#compiled = compiled;
    this.#params = params;
  }

  /** Over the documents of a segment; `given`: the name of the variable that each run is told. */
  over(columns: ScriptColumns, given: string): Run {
    const evaluate = this.#compiled.evaluate(
      this.#compiled.variables.map((variable): Source => {
        if (variable === given) return "given";
        if (variable === SCORE && given === VALUE) return "score";
        const fixed = parameterValue(this.#source, variable, this.#params);
        return fixed ?? fieldValue(this.#source, variable, columns);
      }),
    );
    return (doc, told, score = 0) => evaluate(doc, told, score);
  }

  /** Of numbers by name, which all must be asked for, and the parameters. */
  ofNumbers(numbers: Readonly<Record<string, number>>): number {
    const { variables } = this.#compiled;
    const values = variables.map(() => 0);
    const all: Readonly<Record<string, Json>> = { ...this.#params, ...numbers };
    for (const [name, value] of Object.entries(all)) {
      const place = variables.indexOf(name);
      if (place < 0)
        throw illegalArgument(
          `Error using ${this.#source}. The variable [${name}] does not exist in the executable expressions script.`,
        );
      if (typeof value !== "number" && typeof value !== "bigint")
        throw illegalArgument(
          `Error using ${this.#source}. Executable expressions scripts can only process numbers.  The variable [${name}] is not a number.`,
        );
      values[place] = Number(value);
    }
    return this.#compiled.evaluate(values)(0, 0, 0);
  }
}

function valuesRun(script: ExpressionScript, columns: ScriptColumns): ValuesRun {
  const run = script.over(columns, VALUE);
  let made = 0;
  return {
    run(doc, score, value) {
      if (typeof value === "string")
        throw new RequestError(500, "general_script_exception", "Cannot use expression with text variable");
      made = run(doc, Number(value ?? 0), score);
      return 1;
    },
    number: () => made,
    text: () => javaDouble(made),
  };
}

function compiledOf(source: string): CompiledExpression {
  try {
    return compileExpression(parseExpression(source));
  } catch (error) {
    if (error instanceof ExpressionFault) throw expressionError("compile error", source, source, error);
    throw error;
  }
}

/** As a hit shows it: with its decimal point. */
function shown(value: number): Json {
  if (!Number.isFinite(value)) return javaDouble(value);
  return Number.isInteger(value) ? (float64Text(value) as unknown as Json) : value;
}
