/** All documents of the indices, whatever the query: only at the top. */
import { tokenName } from "../../compat/body-reader.ts";
import { parsingException } from "../../compat/errors.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { GlobalCollector } from "../single/global-collector.ts";
import { singleBucketOf } from "../single/single-bucket.ts";

export const global: AggregationKind = {
  name: "global",
  summary: "One bucket: all documents of the indices, whatever the query.",
  bucket: true,
  parse(name, body, children, context) {
    const [first] = Object.values(body);
    if (first !== undefined)
      throw parsingException(
        `Expected [FIELD_NAME] under a [START_OBJECT], but got a [${tokenName(first)}] in [${name}]`,
      );
    const { filter } = context;
    return {
      ...singleBucketOf(name, "global", children, (shard) => new GlobalCollector(children, filter, shard)),
      countsOthers: true,
    };
  },
};
