/** Cases answered by Elasticsearch 8.19. */
import { expect, test } from "vitest";
import { testMapping } from "../../testing/aggregation/aggregation-harness.ts";
import { readHeuristic } from "./heuristics.ts";

const mapping = testMapping({});
const advice =
  ', does your background filter not include all documents in the bucket? If so and it is intentional, set "background_is_superset": false\n';

test.each(["chi_square", "gnd", "mutual_information"])("%s refuses a background that is no superset", (name) => {
  const score = readHeuristic(name, {}, mapping);
  const of = (subsetFreq: number, subsetSize: number, supersetFreq: number, supersetSize: number): (() => number) => {
    const frequencies = { subsetFreq, subsetSize, supersetFreq, supersetSize };
    return () => score(frequencies);
  };
  expect(of(1, 2, 0, 2)).toThrow(`subsetFreq > supersetFreq${advice}`);
  expect(of(1, 2, 1, 1)).toThrow(`subsetSize > supersetSize${advice}`);
  expect(of(1, 2, 2, 2)).toThrow(`supersetFreq - subsetFreq > supersetSize - subsetSize${advice}`);
  expect(of(1, 2, 2, 4)).not.toThrow();
  const apart = readHeuristic(name, { background_is_superset: false }, mapping);
  expect(apart({ subsetFreq: 1, subsetSize: 2, supersetFreq: 0, supersetSize: 2 })).toBeGreaterThan(0);
});
