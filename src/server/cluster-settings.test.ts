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
    kind: "nats",
    windowMs: 0,
    nats: {
      servers: ["nats://a:4222", "tls://b:4222"],
      credentialsFile: "",
      authorityFile: "",
      prefix: "wardex",
      replicas: 3,
      allowSingle: false,
    },
  });
});

test.each([
  [{ cluster: "etcd" }, "--cluster must be nats, objects or empty, not [etcd]"],
  [{ cluster: "nats" }, "--cluster nats needs addresses"],
  [{ cluster: "nats", nats: "http://a" }, "--nats must hold addresses like nats://host:port or tls://host:port"],
  [{ cluster: "nats", nats: "nats://a", "nats-prefix": "a.b" }, "--nats-prefix takes letters"],
  [{ cluster: "nats", nats: "nats://a", "log-replicas": "2" }, "--log-replicas must be 1, 3 or 5, not [2]"],
  [{ cluster: "nats", nats: "nats://a", "nats-ca": "/none.pem" }, "--nats-ca: there is no file [/none.pem]"],
  [{ cluster: "nats", nats: "nats://a", "cluster-allow-single": "yes" }, "--cluster-allow-single must be on or off"],
])("%j is refused", (given: Record<string, string>, text) => {
  expect(() => read(given)).toThrow(text);
});

test("a bucket is named by one text, with keys beside it", () => {
  const keys = { "blob-store-access-key": "key", "blob-store-secret-key": "secret" };
  const store = "s3://bucket/some/where/?endpoint=http://127.0.0.1:7070/";
  const blobs = {
    kind: "s3",
    place: {
      endpoint: "http://127.0.0.1:7070",
      region: "us-east-1",
      bucket: "bucket",
      prefix: "some/where/",
      accessKey: "key",
      secretKey: "secret",
      headers: {},
    },
  };
  const objects = { kind: "objects", windowMs: 100, blobs, files: blobs };
  expect(read({ cluster: "objects", "blob-store": store, ...keys })).toEqual(objects);
  // Beside NATS it holds files of shards.
  const nats = { cluster: "nats", nats: "nats://a" };
  expect(read({ ...nats, "blob-store": store, ...keys })).toMatchObject({ kind: "nats", files: blobs });
  expect(read(nats)).toMatchObject({ files: undefined });
  expect(() => read({ ...nats, "blob-store": "nowhere" })).toThrow("--blob-store must be s3://");
  expect(read({ cluster: "objects", "blob-store": "s3://b?region=eu-west-1", "log-window": "5ms" })).toMatchObject({
    windowMs: 5,
    blobs: { place: { endpoint: "https://s3.eu-west-1.amazonaws.com", prefix: "" } },
  });
  expect(read({ cluster: "objects", "blob-store": "file:///shared/wardex" })).toMatchObject({
    blobs: { kind: "folder", path: "/shared/wardex" },
  });
});

test.each([
  [{ "blob-store": "" }, "--blob-store must be s3://bucket"],
  [{ "blob-store": "http://bucket" }, "--blob-store must be s3://bucket"],
  [{ "blob-store": "s3://b?endpoint=host" }, "--blob-store must be s3://bucket"],
  [{ "blob-store": "s3://b?acl=public" }, "--blob-store has no parameter [acl]"],
  [{ "blob-store": "s3://b", "log-window": "1h" }, "--log-window must be from 0ms to 10s, not [1h]"],
  [{ "blob-store": "s3://b", "log-window": "soon" }, "log-window"],
])("objects with %j are refused", (given: Record<string, string>, text) => {
  expect(() => read({ cluster: "objects", ...given })).toThrow(text);
});

test("a node of a cluster has a data directory", () => {
  expect(() => read({ cluster: "nats", nats: "nats://a" }, "")).not.toThrow();
  expect(() => toClusterSettings((flag) => (flag === "cluster" ? "nats" : ""), undefined)).toThrow(":memory:");
});
