/** How likely the documents of buckets are distributed as expected, by the test of Kolmogorov and Smirnov. */
import { BodyReader } from "../../compat/body-reader.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { float64Text } from "../../compat/json/json-text.ts";
import { put } from "../../core/names.ts";
import type { PipelineKind, Rendered } from "../aggregation-kind.ts";
import { countProblems, countsOfBuckets, readNumbers, readZerosPolicy } from "../buckets-path/counted-buckets.ts";
import {
  ALTERNATIVES,
  type Alternative,
  SAMPLINGS,
  type Sampling,
  probabilities,
} from "../buckets-path/distribution-test.ts";
import { failedBuild, readText, unsupportedToken, withinField } from "../declared-values.ts";

const KIND = "bucket_count_ks_test";

type Probabilities = Readonly<Partial<Record<Alternative, number>>>;

export const bucketCountKsTest: PipelineKind = {
  name: KIND,
  summary: "How likely the documents of the buckets beside it are distributed as expected.",
  parse(name, body) {
    const read = new BodyReader(KIND, body, "object");
    const path = readText(read, "buckets_path");
    const fractions = readNumbers(read, "fractions");
    const alternatives = readAlternatives(read, name);
    readZerosPolicy(read);
    const sampling = readSampling(read);
    read.end();
    if (path === undefined) throw illegalArgument("Required [buckets_path]");
    return {
      name,
      kind: KIND,
      reads: "siblings",
      bucketsPaths: [path],
      validate: (place) =>
        countProblems(name, path, place, "[bucket_count_ks_test] requires that buckets_path points to bucket [_count]"),
      apply(siblings, results): Probabilities {
        const counts = countsOfBuckets(path, siblings, results);
        const expected = fractions ?? Array.from(counts, () => 1 / counts.length);
        return probabilities({ counts, expected, sampling }, alternatives);
      },
      render(found: Probabilities): Rendered {
        const shown: Rendered = {};
        for (const one of alternatives) put(shown, one, float64Text(found[one] ?? Number.NaN));
        return shown;
      },
      typeName: () => KIND,
      sortable: { of: "unsortable", properties: alternatives },
      metric: (found: Probabilities, property) => found[property as Alternative] ?? Number.NaN,
    };
  },
};

function readAlternatives(read: BodyReader, name: string): readonly Alternative[] {
  const given = read.json("alternative");
  if (given === undefined) return ALTERNATIVES;
  const texts = Array.isArray(given) ? given : [given];
  if (texts.length === 0)
    throw failedBuild(KIND, illegalArgument(`[alternative] must not be empty for aggregation [${name}]`));
  const asked = new Set(
    texts.map((text) => {
      if (typeof text !== "string") throw unsupportedToken(read, "alternative", text);
      const known = ALTERNATIVES.find((one) => one === text.toLowerCase());
      if (known) return known;
      throw failedBuild(
        KIND,
        illegalArgument(`No enum constant org.elasticsearch.xpack.ml.aggs.kstest.Alternative.${text.toUpperCase()}`),
      );
    }),
  );
  return ALTERNATIVES.filter((one) => asked.has(one));
}

function readSampling(read: BodyReader): Sampling {
  const text = readText(read, "sampling_method")?.toLowerCase() ?? "upper_tail";
  const known = SAMPLINGS.find((one) => one === text);
  return (
    known ??
    withinField(read, "sampling_method", () => {
      throw illegalArgument(`Unrecognized sampling_method [${text}]`);
    })
  );
}
