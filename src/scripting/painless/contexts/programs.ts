/** The contexts of Painless: what their scripts see, and what is made of them. */
import type { ScriptContext } from "../../script-programs.ts";
import type { PainlessContext } from "./painless-context.ts";
import { aggregationPrograms } from "./aggregation-programs.ts";
import { fieldPrograms } from "./field-programs.ts";
import { leafPrograms } from "./leaf-programs.ts";
import { similarityPrograms } from "./similarity-programs.ts";
import { updatePrograms } from "./update-programs.ts";
import { aggregationValues } from "./value-programs.ts";

const contexts: readonly PainlessContext[] = [
  ...fieldPrograms,
  ...leafPrograms,
  ...aggregationPrograms,
  aggregationValues,
  ...similarityPrograms,
  ...updatePrograms,
];

export const contextNames: readonly string[] = contexts.map(({ name }) => name);

/** Undefined: the language does not know the context. */
export function painlessContext<Context extends ScriptContext>(name: Context): PainlessContext<Context> | undefined {
  // The name says which programs it makes.
  return contexts.find((context) => context.name === name) as PainlessContext<Context> | undefined;
}
