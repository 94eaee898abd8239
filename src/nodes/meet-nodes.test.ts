import { expect, test } from "vitest";
import type { ClusterNode } from "../cluster/cluster-state.ts";
import { isGoneFor, meetNodes } from "./meet-nodes.ts";
import { nodeGone } from "./port/node-connection.ts";

const node = (name: string): ClusterNode => ({ name, address: { host: name, port: 1 } }) as ClusterNode;
const port = (reasons: Record<string, string>): Parameters<typeof meetNodes>[0] => ({
  connect: ({ host }) => {
    const reason = reasons[host];
    if (reason !== undefined) return Promise.reject(nodeGone(host, reason));
    return Promise.resolve({ close: () => undefined } as Awaited<
      ReturnType<Parameters<typeof meetNodes>[0]["connect"]>
    >);
  },
});

test("nodes that are not there are told, with what was heard", async () => {
  const reasons = { down: "connect ECONNREFUSED 127.0.0.1:1", slow: "it said nothing in time" };
  const missing = await meetNodes(port(reasons), ["there", "down", "slow"].map(node));
  expect([...missing].map(([{ name }, reason]) => [name, isGoneFor(reason)])).toEqual([
    ["down", true],
    ["slow", false],
  ]);
});

test("whoever is refused by one of them is none of them", async () => {
  const reasons = { other: "it refused: node [x] belongs to the cluster [a], this one to [b]" };
  await expect(meetNodes(port(reasons), [node("other")])).rejects.toThrow(
    "node [other] is not met: [other] it refused: node [x] belongs to the cluster [a], this one to [b]",
  );
});
