import fc from "fast-check";
import { expect, test } from "vitest";
import { put } from "../core/names.ts";
import { withIndices, withoutIndices } from "./changed-indices.ts";
import type { ClusterState, IndexMetadata } from "./cluster-state.ts";
import { aliasTargets, openShards, openShardsOf } from "./index-table.ts";

const NAMES = ["a", "b", "2024", "7", "__proto__", "constructor"];
const ALIASES = ["x", "y", "toString", "__proto__", "5"];

const index = fc.record({
  name: fc.constantFrom(...NAMES),
  aliases: fc.uniqueArray(fc.constantFrom(...ALIASES)),
  state: fc.constantFrom("open", "close"),
  numberOfReplicas: fc.nat(2),
});
const step = fc.oneof(
  fc.record({ put: fc.array(index, { maxLength: 3 }) }),
  fc.record({ remove: fc.constantFrom(...NAMES) }),
);

function metadata({ aliases, ...index }: { name: string; aliases: string[] }): IndexMetadata {
  const named: IndexMetadata["aliases"] = {};
  for (const alias of aliases) put(named as Record<string, object>, alias, {});
  return { ...index, aliases: named, numberOfShards: 1, system: false } as unknown as IndexMetadata;
}

test("whatever changes, the table says what a look at all indices says", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let state = { indices: {} } as ClusterState;
      expect(openShards(state)).toBe(0);
      for (const change of steps) {
        state = "put" in change ? withIndices(state, change.put.map(metadata)) : withoutIndices(state, [change.remove]);
        const all = Object.values(state.indices);
        for (const alias of ALIASES)
          expect(aliasTargets(state, alias)).toEqual(all.filter(({ aliases }) => Object.hasOwn(aliases, alias)));
        expect(openShards(state)).toBe(all.reduce((sum, one) => sum + openShardsOf(one), 0));
      }
    }),
  );
});
