/** What fields the indices of an expression have, as a caller sees them. */
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { CapsQuestion, SearchTarget } from "../../search/search-service.ts";
import type { IndexCaps } from "../../search/field-caps/merge-caps.ts";
import type { Principal } from "../../security/principal.ts";
import type { OperationRequest, Services } from "../operation.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { callerOf } from "./run-search.ts";

/** The indices that an expression names. Throws index_not_found_exception and the like. */
export function capsTargets(
  services: Services,
  principal: Principal,
  expression: string | undefined,
  parameters: Readonly<Record<string, string>>,
): SearchTarget[] {
  const indices = visibleIndices(
    services,
    principal,
    expression,
    indexOptions(parameters, SEARCHED_INDICES),
    "view_index_metadata",
    "read",
    "indices:data/read/field_caps",
  );
  checkIndexBlocks(
    indices.map(({ metadata }) => metadata),
    "read",
  );
  return indices.map(({ metadata, access }) => ({ uuid: metadata.uuid, index: metadata.name, filters: [], access }));
}

/** The part of this cluster; `cluster` is how another one calls it. */
export async function capsHere(
  request: Pick<OperationRequest, "principal" | "task" | "onGone">,
  services: Services,
  asked: {
    readonly expression: string;
    readonly text: string;
    readonly parameters: Readonly<Record<string, string>>;
    readonly cluster?: string;
  },
): Promise<readonly IndexCaps[]> {
  const { expression, text: body, parameters, cluster } = asked;
  const found = capsTargets(services, request.principal, expression, parameters);
  const targets =
    cluster === undefined ? found : found.map((target) => ({ ...target, index: `${cluster}:${target.index}` }));
  const question: CapsQuestion = { body, parameters, targets };
  return services.searches.indexCaps(question, callerOf(request, services));
}
