/** `terms_enum` over several clusters: the first of the terms that each has. */
import { fromPortableError, RequestError } from "../../compat/errors.ts";
import { parseJson } from "../../compat/json/parse-json.ts";
import { checkIndexBlocks } from "../../cluster/index-blocks.ts";
import type { SplitExpression } from "../../cluster/remote-expressions.ts";
import { isJsonObject } from "../../core/json.ts";
import { ownOf } from "../../core/names.ts";
import { isMembers } from "../../remote/link-protocol.ts";
import type { PlainData } from "../../remote/plain-data.ts";
import { termsEnum as termsEnumKind } from "../../search/actions/terms-enum.ts";
import { parseTermsEnum } from "../../search/terms-enum/parse-terms-enum.ts";
import type { OperationRequest, OperationResponse, Services } from "../operation.ts";
import { indexOptions, SEARCHED_INDICES } from "../targets/index-options.ts";
import { visibleIndices } from "../targets/visible-indices.ts";
import { askClusters } from "./ask-clusters.ts";
import { runSearch, type SearchingRequest, type SearchResponse } from "./run-search.ts";

/** The action by which a cluster is asked for its part. */
export const TERMS_ACTION = "indices:data/read/xpack/termsenum/list";

/** What a client asks of an expression. */
interface AskedTerms {
  readonly expression: string | undefined;
  readonly text: string;
}

/** What one cluster has. */
interface FoundTerms {
  readonly total: number;
  readonly successful: number;
  readonly terms: readonly string[];
  readonly complete: boolean;
}

/** The answer of this cluster alone. */
export function termsAnswer(
  request: SearchingRequest,
  services: Services,
  { expression, text }: AskedTerms,
): Promise<SearchResponse> {
  const { parameters } = request;
  const options = indexOptions(parameters, SEARCHED_INDICES);
  const indices = visibleIndices(services, request.principal, expression, options, "read", TERMS_ACTION);
  checkIndexBlocks(
    indices.map(({ metadata }) => metadata),
    "read",
  );
  const targets = indices.map(({ metadata: { uuid, name }, access }) => ({ uuid, index: name, filters: [], access }));
  const parts = { kind: termsEnumKind, targets: [targets], bodies: [text], parameters: [parameters] };
  return Promise.resolve(runSearch(request, services, parts));
}

/** The part of this cluster. */
export async function termsHere(
  request: Omit<SearchingRequest, "render">,
  services: Services,
  asked: AskedTerms,
): Promise<FoundTerms> {
  const { principal, parameters, startedMs, task } = request;
  const render = { filterPath: undefined, pretty: false, human: false, format: "json" } as const;
  const plain: SearchingRequest = {
    principal,
    parameters,
    startedMs,
    task,
    render,
    onGone: (listener) => request.onGone(listener),
  };
  const { bytes } = await termsAnswer(plain, services, asked);
  const body = parseJson(new TextDecoder().decode(bytes));
  const { _shards: shards, terms, complete } = isJsonObject(body) ? body : {};
  const count = (name: string): number => (isJsonObject(shards) ? Number(ownOf(shards, name)) : 0);
  return {
    total: count("total"),
    successful: count("successful"),
    terms: Array.isArray(terms) ? terms.map(String) : [],
    complete: complete === true,
  };
}

/** The answer over clusters. */
export async function termsAcross(
  request: OperationRequest,
  services: Services,
  text: string,
  split: SplitExpression,
): Promise<OperationResponse> {
  const { size } = parseTermsEnum(text);
  const { index: _named, ...rest } = request.parameters;
  const parts = await askClusters<FoundTerms>(request, services, split, {
    action: TERMS_ACTION,
    body: { parameters: rest, text },
    here: (expression) => termsHere(request, services, { expression, text }),
    read: readTerms,
    skips: ({ settings }) => settings.skipUnavailable,
  });
  const found = parts.flatMap(({ outcome }) => ("error" in outcome ? [] : [outcome]));
  const [failed] = parts.flatMap(({ outcome }) => ("error" in outcome ? [outcome.error] : []));
  if (failed && found.length === 0) throw fromPortableError(failed);
  const sum = (name: "total" | "successful"): number => found.reduce((all, one) => all + one[name], 0);
  const terms = [...new Set(found.flatMap((one) => one.terms))].sort().slice(0, size);
  const _shards = { total: sum("total"), successful: sum("successful"), failed: sum("total") - sum("successful") };
  return { status: 200, body: { _shards, terms, complete: !failed && found.every(({ complete }) => complete) } };
}

function readTerms(answer: PlainData, alias: string): FoundTerms {
  const { total, successful, terms, complete } = isMembers(answer) ? answer : {};
  if (typeof total !== "number" || typeof successful !== "number" || !Array.isArray(terms))
    throw new RequestError(
      500,
      "illegal_state_exception",
      `the answer of the remote cluster [${alias}] cannot be read`,
    );
  return { total, successful, terms: terms.map(String), complete: complete === true };
}
