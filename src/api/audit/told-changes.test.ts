import { expect, test } from "vitest";
import type { IdentityEvent } from "../../identity/event-sink.ts";
import { changeSource } from "./change-source.ts";
import { tellTrail } from "./told-changes.ts";

test("the trail is told what a caller changed, by which operation and from where, and not what the server does itself", () => {
  const told: IdentityEvent[] = [];
  const tell = tellTrail({ record: (event) => void told.push(event) });
  const request = { principal: { userId: 7, username: "ada", email: "ada@x.org" }, clientAddress: "192.0.2.7" };
  const source = changeSource("indices.rollover", request as Parameters<typeof changeSource>[1]);
  tell([{ action: "created", model: "index", name: "logs-000002" }], source);
  tell([{ action: "updated", model: "index", name: "logs-000001", part: "aliases" }], source);
  tell([{ action: "created", model: "index", name: "made-by-a-write" }], "server");
  const from = {
    app: "wardex.api.indices.rollover",
    user: { pk: 7, username: "ada", email: "ada@x.org" },
    clientIp: "192.0.2.7",
    createdMs: expect.any(Number),
  };
  const model = (name: string): object => ({ app: "wardex_cluster", model_name: "index", pk: name, name });
  expect(told).toEqual([
    { ...from, action: "model_created", context: { model: model("logs-000002") } },
    { ...from, action: "model_updated", context: { model: model("logs-000001"), changed: "aliases" } },
  ]);
});
