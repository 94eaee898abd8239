/** The search of a rated request, which a template may make. */
import { illegalArgument, RequestError } from "../../../compat/errors.ts";
import { parseJson } from "../../../compat/json/parse-json.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import type { Script } from "../../../scripting/script.ts";
import type { Services } from "../../operation.ts";
import { type RankEvaluation, type RatedRequest, refuseSections, TemplateUse } from "./parse-rank-eval.ts";

/** Throws RequestError 400 for a template that cannot be read or makes no search, 404 for one that is not there. */
export function ratedSearch(
  { asked, shown }: RatedRequest,
  { templates }: Pick<RankEvaluation, "templates">,
  services: Pick<Services, "scripts">,
): JsonObject {
  if (!(asked instanceof TemplateUse)) return { ...asked, ...shown };
  const template = templates.get(asked.name);
  if (!template) throw illegalArgument(`unknown template [${asked.name}]`);
  const search = searchOf({ ...template, params: { ...template.params, ...asked.params } }, services);
  refuseSections(search, illegalArgument);
  return { ...search, ...shown };
}

function searchOf(script: Script, { scripts }: Pick<Services, "scripts">): JsonObject {
  const text = scripts.program(script, "template")().render({});
  if (!text.trimStart().startsWith("{")) {
    const reason = "Compressor detection can only be called on some xcontent bytes or compressed xcontent bytes";
    throw new RequestError(400, "not_x_content_exception", reason);
  }
  const search = parseJson(text);
  return isJsonObject(search) ? search : {};
}
