import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HANDSHAKE } from "../src/remote/link-protocol.ts";
import { openSide, type Side } from "./sides.ts";

describe("remote clusters", () => {
  let here: Side;
  let there: Side;
  beforeAll(async () => {
    [here, there] = await Promise.all([openSide("here"), openSide("there")]);
    const settings = {
      "cluster.remote.there.seeds": [there.address],
      "cluster.remote.nowhere.mode": "proxy",
      "cluster.remote.nowhere.proxy_address": "127.0.0.1:9",
    };
    await here.caller.call("PUT", "/_cluster/settings", { persistent: settings });
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });

  test("answer calls, and say who they are", async () => {
    const remotes = await here.engine.node.remotes();
    expect(remotes.list().map(({ alias }) => alias)).toEqual(["nowhere", "there"]);
    const answer = await remotes.get("there").call(HANDSHAKE, undefined);
    expect(answer).toMatchObject({ clusterName: "there", version: expect.any(String) as string });
  });

  test("that are not there are told as in Elasticsearch", async () => {
    const remotes = await here.engine.node.remotes();
    expect(() => remotes.get("other")).toThrow("no such remote cluster: [other]");
    await expect(remotes.get("nowhere").call(HANDSHAKE, undefined)).rejects.toMatchObject({
      status: 502,
      type: "connect_transport_exception",
      message: "[][127.0.0.1:9] connect_exception",
    });
  });

  test("tell errors as they are there", async () => {
    const remotes = await here.engine.node.remotes();
    await expect(remotes.get("there").call("no/such/action", undefined)).rejects.toMatchObject({
      type: "action_not_found_transport_exception",
      message: "No handler for action [no/such/action]",
    });
  });

  test("are shown with their true state", async () => {
    const remotes = await here.engine.node.remotes();
    await remotes.get("there").call(HANDSHAKE, undefined);
    expect((await here.caller.call("GET", "/_remote/info")).body).toEqual({
      nowhere: {
        connected: false,
        mode: "proxy",
        proxy_address: "127.0.0.1:9",
        server_name: "",
        num_proxy_sockets_connected: 0,
        max_proxy_socket_connections: 18,
        initial_connect_timeout: "30s",
        skip_unavailable: true,
      },
      there: {
        connected: true,
        mode: "sniff",
        seeds: [there.address],
        num_nodes_connected: 1,
        max_connections_per_cluster: 3,
        initial_connect_timeout: "30s",
        skip_unavailable: true,
      },
    });
  });
});
