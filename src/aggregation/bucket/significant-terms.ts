/** One bucket for each value that is more frequent in the documents of a bucket than in all; the best by score. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import type { AggregationKind } from "../aggregation-kind.ts";
import { readText } from "../declared-values.ts";
import { TermsBackground } from "../significance/terms-background.ts";
import { readSignificance } from "../significance/significance-request.ts";
import { SignificantCollector } from "../significance/significant-collector.ts";
import { nothing, significantAggregation } from "../significance/significant-result.ts";
import { countedKeys } from "../terms/accepted-keys.ts";
import { keysOf } from "../terms/terms-request.ts";
import { ChildCollectors } from "../tree/child-collectors.ts";
import { readValues } from "../values/values-source.ts";

const KIND = "significant_terms";

export const significantTerms: AggregationKind = {
  name: KIND,
  summary: "One bucket for each value that is more frequent in a bucket's documents than in all.",
  bucket: true,
  valueTypes: ["boolean", "date", "ip", "keyword", "numeric"],
  parse(name, body, children, context) {
    const read = new BodyReader(KIND, body, "object with names");
    readText(read, "execution_hint"); // the result is the same
    const request = readSignificance(name, read, context);
    const values = readValues(name, read, context, {
      shapes: ["numbers", "ordinals"],
      unmapped: "text",
      formattable: true,
    });
    return significantAggregation(name, KIND, { ...request, children }, (shard) => {
      const source = values.source();
      if (source.script) throw illegalArgument(`[${KIND}] does not support scripts: the background has a field only`);
      if (source.shape === "numbers" && source.fractional && source.mapped)
        throw illegalArgument("No support for examining floating point numerics");
      if (source.mapped) {
        const { nowMs } = context;
        const keys = countedKeys({ name, rules: request.rules, nowMs }, source, shard);
        const background = new TermsBackground(source);
        return new SignificantCollector({ request, children, keys, background, shown: keysOf(source) }, shard);
      }
      void new ChildCollectors(children, shard); // errors of the children fail the shard nevertheless
      return {
        segment: () => undefined,
        finish: () => undefined,
        results: (parents) => Array.from(parents, nothing),
      };
    });
  },
};
