/**
 * Random mappings and random documents: a server of our own answers as a real one. Set WARDEX_ORACLE (Elasticsearch
 * 8.19) or WARDEX_ORACLE_OPENSEARCH (OpenSearch 3.8, for types whose modules the first may lack) to an address; skipped
 * without. WARDEX_CASES is the number of mappings (each with ten documents), WARDEX_SEED where the row of them begins.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldTypes } from "../src/mapping/field-types.ts";
import { randomCase, typesKnownTo } from "./random-mapping-cases.ts";
import { openSearch } from "./opensearch.ts";
import { randomModuleCase } from "./random-module-cases.ts";
import { MappingComparison } from "./random-mappings.ts";
import { readDifferences } from "./random-reads.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

const DEFAULT_CASES = 200;
/** A case takes about a tenth of a second on both servers together. */
const CASE_MS = 2000;
/** Some hundred questions. */
const READ_CASE_MS = 20_000;
const cases = Number(process.env["WARDEX_CASES"] ?? DEFAULT_CASES);
const readCases = Math.ceil(cases / 10);
const seed = Number(process.env["WARDEX_SEED"] ?? Date.now() % 1_000_000);

const names = fieldTypes.map(({ name }) => name);

const oracles = [
  { title: "Elasticsearch 8.19", variable: "WARDEX_ORACLE", otherKind: undefined },
  { title: "OpenSearch 3.8", variable: "WARDEX_ORACLE_OPENSEARCH", otherKind: openSearch },
];

for (const { title, variable, otherKind } of oracles) {
  const oracle = process.env[variable] ?? "";
  describe.skipIf(oracle === "")(
    `random mappings and documents, as ${title} answers (skipped unless ${variable} names a server)`,
    () => {
      const index = `wardex-random-${process.pid}`;
      let server: ServerProcess;
      beforeAll(async () => {
        server = await startServer();
      });
      afterAll(async () => {
        await fetch(`${oracle}/${index}`, { method: "DELETE" });
      });

      test(`${cases} mappings`, { timeout: cases * CASE_MS }, async () => {
        const known = await typesKnownTo(oracle, names);
        expect(known.length).toBeGreaterThan(20);
        const comparison = new MappingComparison(server.url, oracle, index, otherKind);
        const given = otherKind ? randomModuleCase : randomCase(known);
        const property = fc.asyncProperty(given, async (one) => {
          const differences = await comparison.differences(one);
          expect(differences).toEqual([]);
        });
        await fc.assert(property, { seed, numRuns: cases, interruptAfterTimeLimit: cases * CASE_MS });
      });

      test.skipIf(otherKind)(
        `everything that can be read of ${readCases} indices`,
        { timeout: readCases * READ_CASE_MS },
        async () => {
          const known = await typesKnownTo(oracle, names);
          const comparison = new MappingComparison(server.url, oracle, index, otherKind);
          const property = fc.asyncProperty(randomCase(known), async (one) => {
            // What differs before is the matter of the test above.
            if ((await comparison.differences(one)).length > 0) return;
            expect(await readDifferences(server.url, oracle, index)).toEqual([]);
          });
          await fc.assert(property, { seed, numRuns: readCases, interruptAfterTimeLimit: readCases * READ_CASE_MS });
        },
      );
    },
  );
}
