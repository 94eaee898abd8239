import { illegalArgument } from "../core/errors.ts";
import type { ComponentParameters } from "./component-parameters.ts";

/** For filters that ask a script: there is no language for scripts yet. */
export function refuseAnalysisScript(parameters: ComponentParameters): never {
  if (parameters.string("script.source") === undefined && parameters.string("script.id") === undefined) {
    throw illegalArgument("must specify either [source] for an inline script or [id] for a stored script");
  }
  const language = parameters.string("script.lang") ?? "painless";
  throw illegalArgument(`script_lang not supported [${language}]`);
}
