/** The index that leak probes ask: some of its documents and fields are hidden from some callers. */
import { IN_DOCUMENT, IN_FIELD, NUMBER_IN_FIELD } from "./leak-probes.ts";

export const mapping = {
  properties: {
    region: { type: "keyword" },
    title: { type: "text", fields: { raw: { type: "keyword" } } },
    price: { type: "integer" },
    secret: { type: "text", copy_to: "everything", fields: { raw: { type: "keyword" } } },
    everything: { type: "text" },
    amount: { type: "long" },
    kept: { type: "keyword", store: true },
    alias: { type: "alias", path: "secret.raw" },
    near: { type: "dense_vector", dims: 2, similarity: "l2_norm" },
    place: { type: "geo_point" },
    obj: { properties: { a: { type: "keyword" }, b: { type: "keyword" } } },
  },
};

export const seen = {
  region: "shown",
  title: "abacus",
  secret: `${IN_FIELD} there`,
  amount: Number(NUMBER_IN_FIELD),
  kept: IN_FIELD,
  near: [1, 1],
  place: "1,1",
  obj: { a: "a", b: IN_FIELD },
};
export const hidden = { region: "hidden", title: IN_DOCUMENT, price: 999, near: [9, 9], place: "2,2" };

export const SHOWN = { query: JSON.stringify({ term: { region: "shown" } }) };
export const FIELDS = { fields: { grant: ["*"], except: ["secret*", "amount", "kept", "near", "obj.b", "alias"] } };
