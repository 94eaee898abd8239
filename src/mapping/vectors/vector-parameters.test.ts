/** What index options may become: each pair as Elasticsearch 8.19 took or refused it. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { mergeMappings } from "../merge-mappings.ts";

const types = ["flat", "int8_flat", "int4_flat", "bbq_flat", "hnsw", "int8_hnsw", "int4_hnsw", "bbq_hnsw"];
/** By type, the types that an update may name. */
const followers: Readonly<Record<string, readonly string[]>> = {
  flat: types,
  int8_flat: types.slice(1),
  int4_flat: types.slice(2),
  bbq_flat: ["bbq_flat", "bbq_hnsw"],
  hnsw: ["hnsw", "int8_hnsw", "int4_hnsw", "bbq_hnsw"],
  int8_hnsw: ["int8_hnsw", "int4_hnsw", "bbq_hnsw"],
  int4_hnsw: ["int4_hnsw", "bbq_hnsw"],
  bbq_hnsw: ["bbq_hnsw"],
};

const mapping = (parameters: JsonObject): JsonObject => ({
  properties: { v: { type: "dense_vector", dims: 64, ...parameters } },
});
function updated(from: JsonObject, to: JsonObject): string {
  const before = mergeMappings({}, mapping(from), {});
  try {
    mergeMappings(before, mapping(to), {});
    return "ok";
  } catch (error) {
    return (error as Error).message.replace(/^.*\n\t/s, "");
  }
}
const withOptions = (options: JsonObject): JsonObject => ({ index_options: options });

describe("index options", () => {
  test.each(types)("%s becomes what loses precision, and keeps its graph", (from) => {
    const allowed = types.filter((to) => updated(withOptions({ type: from }), withOptions({ type: to })) === "ok");
    expect(allowed).toEqual(followers[from]);
  });

  test("keep at least the links of a node; what is not said is as it was made", () => {
    const links = (m: number): JsonObject => withOptions({ type: "hnsw", m });
    expect(updated(links(16), links(32))).toBe("ok");
    expect(updated(links(16), links(8))).toBe(
      "Cannot update parameter [index_options] from [{type=hnsw, m=16, ef_construction=100}] to [{type=hnsw, m=8, ef_construction=100}]",
    );
    expect(updated({}, { similarity: "cosine" })).toBe("ok");
    expect(updated({ similarity: "l2_norm" }, {})).toBe(
      "Cannot update parameter [similarity] from [l2_norm] to [cosine]",
    );
    expect(updated({ element_type: "bit" }, { element_type: "bit" })).toBe("ok");
    expect(updated({}, withOptions({ type: "hnsw" }))).toBe(
      "Cannot update parameter [index_options] from [{type=int8_hnsw, m=16, ef_construction=100, confidence_interval=null, rescore_vector=none}] to [{type=hnsw, m=16, ef_construction=100}]",
    );
  });

  test.each([
    [{ oversample: 0.5 }, "oversample must be greater than 1 or exactly 0"],
    [{ oversample: 20 }, "oversample must be less than or equal to 10"],
    [{ foo: 1 }, "Invalid rescore_vector value. Missing required field oversample"],
    [5, "rescore_vector should be a map but was of type: class java.lang.Integer"],
  ])("rescore_vector %j is refused", (rescore_vector, reason) => {
    const options = withOptions({ type: "int8_hnsw", rescore_vector });
    expect(() => mergeMappings({}, mapping(options), {})).toThrow(reason);
  });
});
