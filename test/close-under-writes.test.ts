import { expect, test } from "vitest";
import { startServer } from "./server-process.ts";

/** A hang is what these tests look for: no answer takes so long. */
const LATE_MS = 30_000;

test.each(["_close", "DELETE"] as const)(
  "%s ends while writers send documents with new fields, and the server ends after it",
  async (action) => {
    const server = await startServer();
    await server.call("PUT", "/t", { settings: { "index.mapping.total_fields.limit": 100_000 } });
    const state = { writing: true };
    const seen = new Set<string>();
    const writer = async (number: number): Promise<void> => {
      for (let at = 0; state.writing; at++) {
        const { status, body } = await server.call("PUT", `/t/_doc/${number}-${at}?require_alias=false`, {
          [`field_${number}_${at}`]: at,
        });
        seen.add(status < 300 ? "written" : `${status} ${body.error.type}`);
        if (status >= 300) return;
      }
    };
    const writers = [1, 2, 3, 4].map(writer);
    while (!seen.has("written")) await new Promise((resolve) => setTimeout(resolve, 5));
    const change = action === "_close" ? server.call("POST", "/t/_close") : server.call("DELETE", "/t");
    const settled = change.then(async ({ status }) => {
      if (action === "DELETE") state.writing = false; // a write makes the index anew
      await Promise.all(writers);
      const other = await server.call("PUT", "/other/_doc/1", { field: 1 });
      return [status, other.status];
    });
    const late = new Promise<string>((resolve) => setTimeout(() => resolve("late"), LATE_MS).unref());
    expect(await Promise.race([settled, late])).toEqual([200, 201]);
    if (action === "_close") {
      expect([...seen].sort()).toEqual(["400 index_closed_exception", "written"]);
      expect((await server.call("POST", "/t/_open")).status).toBe(200);
      expect((await server.call("PUT", "/t/_doc/1", { more: 1 })).status).toBe(201);
    }
    expect((await server.call("GET", "/_cluster/pending_tasks")).body).toEqual({ tasks: [] });
    expect(await server.stop()).toBe(0);
  },
);
