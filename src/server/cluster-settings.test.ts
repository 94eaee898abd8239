import { expect, test } from "vitest";
import { clusterServerSettings, toClusterSettings } from "./cluster-settings.ts";

/** Settings with their defaults. */
function read(given: Record<string, string>, dataPath: string | undefined = "data"): unknown {
  const defaults = Object.fromEntries(clusterServerSettings.map(({ flag, default: value }) => [flag, value]));
  return toClusterSettings((flag) => ({ ...defaults, ...given })[flag] ?? "", dataPath);
}

test("there is no cluster unless it is asked for", () => {
  expect(read({})).toBeUndefined();
  expect(read({ nats: "nats://a:4222" })).toBeUndefined();
  expect(read({ cluster: "nats", nats: "nats://a:4222, tls://b:4222" })).toEqual({
    servers: ["nats://a:4222", "tls://b:4222"],
    credentialsFile: "",
    authorityFile: "",
    prefix: "wardex",
    replicas: 3,
    allowSingle: false,
  });
});

test.each([
  [{ cluster: "etcd" }, "--cluster must be nats or empty, not [etcd]"],
  [{ cluster: "nats" }, "--cluster nats needs addresses"],
  [{ cluster: "nats", nats: "http://a" }, "--nats must hold addresses like nats://host:port or tls://host:port"],
  [{ cluster: "nats", nats: "nats://a", "nats-prefix": "a.b" }, "--nats-prefix takes letters"],
  [{ cluster: "nats", nats: "nats://a", "log-replicas": "2" }, "--log-replicas must be 1, 3 or 5, not [2]"],
  [{ cluster: "nats", nats: "nats://a", "nats-ca": "/none.pem" }, "--nats-ca: there is no file [/none.pem]"],
  [{ cluster: "nats", nats: "nats://a", "cluster-allow-single": "yes" }, "--cluster-allow-single must be on or off"],
])("%j is refused", (given: Record<string, string>, text) => {
  expect(() => read(given)).toThrow(text);
});

test("a node of a cluster has a data directory", () => {
  expect(() => read({ cluster: "nats", nats: "nats://a" }, "")).not.toThrow();
  expect(() => toClusterSettings((flag) => (flag === "cluster" ? "nats" : ""), undefined)).toThrow(":memory:");
});
