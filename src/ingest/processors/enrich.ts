import { valueOf } from "../config/fields-of.ts";
import { textSource } from "../config/template.ts";
import type { ProcessorKind } from "../processor.ts";

const MOST_MATCHES = 128;
const RELATIONS = ["INTERSECTS", "DISJOINT", "WITHIN", "CONTAINS"];

/** Adds what an enrich policy knows of a value. */
export const enrich: ProcessorKind = {
  name: "enrich",

  create(config, { enrichTable }) {
    const policy = config.string("policy_name");
    const field = textSource(config.string("field"));
    const target = textSource(config.string("target_field"));
    const ignoreMissing = config.boolean("ignore_missing", false);
    const overrides = config.boolean("override", true);
    const most = config.integer("max_matches") ?? 1;
    if (most < 1 || most > MOST_MATCHES) throw config.error("max_matches", "should be between 1 and 128");
    const relation = config.optionalString("shape_relation")?.toUpperCase() ?? "INTERSECTS";
    if (!RELATIONS.includes(relation)) throw config.error("shape_relation", `unknown relation [${relation}]`);
    return (document) => {
      const value = valueOf(document, field(document), ignoreMissing);
      if (value === null) return;
      const found = enrichTable(policy).find({ value, most, relation });
      if (found.length === 0) return;
      const path = target(document);
      if (!overrides && document.has(path)) return;
      document.set(path, most === 1 ? (found[0] ?? null) : found);
    };
  },
};
