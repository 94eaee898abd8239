/** `text_expansion`: documents with the tokens that a model makes of a text; this server has no models. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { readHead, requireFieldBody } from "../query-head.ts";
import type { QueryKind } from "../query-kind.ts";

export const textExpansion: QueryKind = {
  name: "text_expansion",
  summary: "Matches documents with the tokens that a model makes of a text. There are no models, so it is refused.",

  parse(body, context) {
    context.warn("text_expansion is deprecated. Use sparse_vector instead.");
    const { read } = requireFieldBody("text_expansion", body);
    const inner = read ?? new BodyReader("text_expansion", {});
    readHead("text_expansion", inner, body);
    const text = inner.string("model_text");
    const model = inner.string("model_id");
    inner.json("pruning_config");
    inner.end();
    if (text === undefined) throw illegalArgument("[text_expansion] requires the [model_text] value");
    if (model === undefined) throw illegalArgument("[text_expansion] requires the [model_id] value");
    throw new RequestError(404, "resource_not_found_exception", `Could not find trained model [${model}]`);
  },
};
