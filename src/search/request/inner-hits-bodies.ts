/** The options of the inner hits in the queries of one request, each read when its query is. */
import { RequestText } from "../../compat/request-text.ts";
import { assert } from "../../core/assert.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { InnerHitsRequest } from "../../hits/inner/inner-hits-request.ts";
import type { InnerHits } from "../../query/inner-hits.ts";
import type { Query } from "../../query/query.ts";
import { readQueryInnerHits } from "./inner-hits-options.ts";
import { readOptions } from "./parse-request.ts";
import type { SearchRequest } from "./search-request.ts";

export class InnerHitsBodies {
  readonly #read = new Map<JsonObject, SearchRequest>();

  /** Reads the value of an `inner_hits`. Throws RequestError 400. */
  readonly check = (body: JsonObject): void => {
    if (!this.#read.has(body)) this.#read.set(body, readQueryInnerHits(RequestText.of(body), readOptions));
  };

  /** What inner hits that were read ask for. */
  request(innerHits: InnerHits, parseQuery: (body: Json) => Query): InnerHitsRequest {
    const options = this.#read.get(innerHits.body);
    assert(options, "inner hits are checked when they are read");
    return {
      innerHits,
      options,
      highlightQueries: (options.highlight?.fields ?? []).map(({ options: { query } }) =>
        query === undefined ? undefined : parseQuery(query),
      ),
      children: innerHits.children.map((child) => this.request(child, parseQuery)),
    };
  }
}
