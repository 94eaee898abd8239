/** Mustache: the language of templates. */
import { ownOf } from "../../core/names.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { CONTENT_TYPE } from "../parse-script.ts";
import type { CompiledScript, ScriptLanguage } from "../script-language.ts";
import type { ScriptContext } from "../script-programs.ts";
import { encoderOf } from "./encoders.ts";
import { parseTemplate } from "./parse-template.ts";
import { renderTemplate } from "./render-template.ts";
import type { Template } from "./template-syntax.ts";

const CONTEXTS: readonly string[] = ["ingest_template", "template"];

export const mustache: ScriptLanguage = {
  name: "mustache",
  contexts: CONTEXTS,
  compile<Context extends ScriptContext>(
    { source, options }: { readonly source: string; readonly options: JsonObject },
    context: Context,
  ): CompiledScript<Context> {
    if (!CONTEXTS.includes(context))
      throw illegalArgument(`mustache engine does not know how to handle context [${context}]`);
    const type = ownOf(options, CONTENT_TYPE);
    const encode = encoderOf(typeof type === "string" ? type : undefined);
    const template = compiled(source);
    const program: CompiledScript<"template"> = (params) => ({
      render: (model) => running(() => renderTemplate(template, { ...params, ...model }, encode)),
    });
    // The context is one of those whose programs these are.
    return program as unknown as CompiledScript<Context>;
  },
};

function compiled(source: string): Template {
  try {
    return parseTemplate(source);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const details = { script_stack: [], script: source, lang: "mustache" };
    throw new RequestError(400, "script_exception", error.message, { details, cause: error });
  }
}

function running(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RequestError) || error.type !== "mustache_exception") throw error;
    const reason = "Error running com.github.mustachejava.codes.DefaultMustache";
    throw new RequestError(500, "general_script_exception", reason, { cause: error });
  }
}
