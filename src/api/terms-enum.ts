/** `terms_enum`: the terms of a field that begin with a text. */
import type { Operation } from "./operation.ts";
import { clustersNamed } from "./requests/clusters-named.ts";
import { termsAcross, termsAnswer } from "./requests/remote-terms.ts";
import { bodyText, parseFailure } from "./requests/request-body.ts";

export const termsEnum: Operation = {
  name: "terms_enum",
  actions: ["indices:data/read/xpack/termsenum/list"],
  cancellable: true,

  async handle(request, services) {
    const text = await bodyText(request);
    if (text === "") throw parseFailure("request body or source parameter is required");
    const { index } = request.parameters;
    const across = clustersNamed(services, index);
    if (across && across.remote.size > 0) return termsAcross(request, services, text, across);
    return termsAnswer(request, services, { expression: across ? across.local : index, text });
  },
};
