/** The inner hits of a request on one shard: what they are searched by, and what is wrong with them. */
import { illegalArgument, RequestError } from "../../compat/errors.ts";
import { type InnerHits, innerHitsName } from "../../query/inner-hits.ts";
import { idField, parentOf, type Relations, relationsOf } from "../../query/joins/relations.ts";
import { isNestedObject } from "../../query/nested/nested-objects.ts";
import { documentsView, nestedView } from "../../query/nested/nested-view.ts";
import type { Plan, SearcherView } from "../../query/query.ts";
import type { MappedField } from "../../mapping/field-type.ts";
import { fetchPhases } from "../fetch/phases.ts";
import { planSort } from "../sort/plan-sort.ts";
import type { SortKey } from "../sort/sort-key.ts";
import { isRelevance } from "../sort/sort-spec.ts";
import type { InnerHitsRequest } from "./inner-hits-request.ts";

const DEFAULT_WINDOW = 100;

/** A join as the mapping knows it. */
export interface InnerJoin {
  readonly relations: Relations;
  /** Has the id of the parent, on both sides. */
  readonly ids: MappedField;
  /** The relation of the documents that are shown. */
  readonly type: string;
}

/** See the file comment. */
export interface InnerHitsPlan {
  readonly name: string;
  readonly request: InnerHitsRequest;
  /** The documents among which those that are shown are. */
  readonly view: SearcherView;
  /** The query of the inner hits, on these. */
  readonly plan: Plan;
  readonly keys: readonly SortKey[];
  /** Undefined: what is shown is nested. */
  readonly join: InnerJoin | undefined;
  readonly children: readonly InnerHitsPlan[];
}

/**
 * Plans the inner hits that stand beside each other; `view` is that of the hits that they are shown with. Those of
 * queries that the index has nothing for are left out. Throws RequestError.
 */
export function planInnerHits(
  requests: readonly InnerHitsRequest[],
  view: SearcherView,
  reserve: (bytes: number) => void,
): InnerHitsPlan[] {
  const names = new Set<string>();
  return requests.flatMap((request) => {
    const { innerHits, options, children } = request;
    const name = innerHitsName(innerHits);
    if (names.has(name)) throw illegalArgument(`[inner_hits] already contains an entry for key [${name}]`);
    names.add(name);
    const scope = scopeOf(innerHits, view);
    if (!scope) return [];
    checkWindow(request, view);
    for (const { check } of fetchPhases) check?.(options, view.mapping);
    if (options.seqNoPrimaryTerm && !scope.join)
      throw new RequestError(
        500,
        "unsupported_operation_exception",
        "nested documents are not assigned sequence numbers",
      );
    return {
      name,
      request,
      ...scope,
      plan: innerHits.query.plan(scope.view, { scored: true, boost: 1 }),
      keys: isRelevance(options.sort) ? [] : planSort(options.sort, scope.view, reserve),
      children: planInnerHits(children, scope.view, reserve),
    };
  });
}

function scopeOf({ relation }: InnerHits, view: SearcherView): Pick<InnerHitsPlan, "view" | "join"> | undefined {
  if (relation.kind === "nested") {
    const { path } = relation;
    return isNestedObject(view.mapping, path) ? { view: nestedView(view, path), join: undefined } : undefined;
  }
  const { type, kind } = relation;
  const relations = relationsOf(view.mapping);
  const parent = relations && (kind === "parent" ? type : parentOf(relations, type));
  const ids = relations && parent !== undefined ? idField(view.mapping, relations, parent) : undefined;
  return relations && ids && { view: documentsView(view), join: { relations, ids, type } };
}

function checkWindow({ innerHits, options: { from, size } }: InnerHitsRequest, { mapping }: SearcherView): void {
  const most = Number(mapping.setting("index.max_inner_result_window") ?? DEFAULT_WINDOW);
  if (from + size <= most) return;
  const { name } = innerHits.body;
  throw illegalArgument(
    `Inner result window is too large, the inner hit definition's [${typeof name === "string" ? name : "null"}]'s from + size must be less than or equal to: [${most}] but was [${from + size}]. This limit can be set by changing the [index.max_inner_result_window] index level setting.`,
  );
}
