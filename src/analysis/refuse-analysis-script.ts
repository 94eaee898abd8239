import { illegalArgument } from "../core/errors.ts";
import type { ComponentParameters } from "./component-parameters.ts";

/** For filters that ask a script: there is no language for scripts yet. */
export function refuseAnalysisScript(parameters: ComponentParameters): never {
  const language = parameters.string("script.lang") ?? "painless";
  throw illegalArgument(`script_lang not supported [${language}]`);
}
