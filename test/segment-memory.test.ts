/** Memory of segments over many merges, on the real threads. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open } from "../dist/server/wardex.js";

const MERGES = process.env["WARDEX_DEEP"] ? 200 : 80;
/** What comes before is not compared: heaps and the pool of memories fill. */
const SETTLED = process.env["WARDEX_DEEP"] ? 60 : 35;
/** Merges whose median is compared. */
const COMPARED = process.env["WARDEX_DEEP"] ? 40 : 20;
const DOCUMENTS = 250;
const MB = 1024 ** 2;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >>> 1] ?? Number.NaN;
}

test(
  "resident memory stays level over many merges while the search threads are idle",
  { timeout: 120_000 },
  async () => {
    const data = mkdtempSync(join(tmpdir(), "wardex-memory-"));
    // So little memory that no segment of the test is kept for reuse.
    const engine = await open({ data, threads: 2, memoryBytes: 24 * MB, security: false, listen: { port: 0 } });
    const call = async (method: string, path: string, body?: string): Promise<unknown> => {
      const init =
        body === undefined ? { method } : { method, body, headers: { "content-type": "application/x-ndjson" } };
      const response = await fetch(engine.url + path, init);
      expect(response.status, path).toBeLessThan(300);
      return response.json();
    };
    try {
      await call(
        "PUT",
        "/many",
        JSON.stringify({
          settings: { refresh_interval: "-1" },
          mappings: { properties: { name: { type: "keyword" } } },
        }),
      );
      // Both search threads are there, and know every searcher from now on.
      await Promise.all(Array.from({ length: 20 }, () => call("GET", "/many/_search")));
      // A segment of about one and a half megabytes, always of the same documents.
      const values = Array.from({ length: DOCUMENTS }, () => randomBytes(3_000).toString("hex"));
      const bulk = values.map((name, id) => `{"index":{"_id":"${id}"}}\n{"name":"${name}"}\n`).join("");
      const resident: number[] = [];
      for (let merge = 0; merge < MERGES; merge++) {
        await call("POST", "/many/_bulk?refresh=true", bulk);
        await call("POST", "/many/_forcemerge?max_num_segments=1&flush=false");
        resident.push(process.memoryUsage.rss() / MB);
      }
      // Each merge leaves at least its two inputs: where nobody collected them this would grow by far more than a
      // hundred megabytes.
      expect(median(resident.slice(-COMPARED)) - median(resident.slice(SETTLED - COMPARED, SETTLED))).toBeLessThan(40);
    } finally {
      await engine.close();
      rmSync(data, { recursive: true });
    }
  },
);
