/**
 * Starts a cluster on this machine, for trying out and developing: three servers of NATS, an S3-compatible gateway, and
 * three nodes of Wardex over NATS, with data in a folder of their own. Prints addresses and credentials, and stops only
 * what it started, on Ctrl+C. Ports are free ones. `--nodes 0` starts what nodes stand on alone.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { component } from "./cluster/components.mjs";

const SERVERS = 3;
const ACCESS_KEY = "wardex";
const SECRET_KEY = "wardex-on-this-machine";
const BUCKET = "wardex";
const NAMES = ["one", "two", "three", "four", "five"];
const READY_MS = 60_000;
const STOP_MS = 20_000;

const { nodes: nodeCount } = parseArgs({ options: { nodes: { type: "string", default: "3" } } }).values;
const names = NAMES.slice(0, Number(nodeCount));
const start = join(fileURLToPath(import.meta.url), "../../dist/server/start.js");
const [nats, gateway] = [component("nats-server"), component("versitygw")];
if (!nats || !gateway) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "wardex-cluster-"));
const children = [];
const nodes = [];
let isStopping = false;
process.on("SIGINT", () => void stop());
process.on("SIGTERM", () => void stop());

const ports = await freePorts(2 * SERVERS + 1 + names.length);
const routes = ports.slice(SERVERS, 2 * SERVERS).map((port) => `"nats://127.0.0.1:${port}"`);
for (let at = 0; at < SERVERS; at++) {
  const configuration = [
    `server_name: n${at}`,
    `listen: "127.0.0.1:${ports[at]}"`,
    "max_payload: 8MB",
    `jetstream { store_dir: "${join(folder, `nats-${at}`)}", sync_interval: always }`,
    `cluster { name: wardex, listen: "127.0.0.1:${ports[SERVERS + at]}", routes: [${routes.join(", ")}] }`,
  ];
  writeFileSync(join(folder, `nats-${at}.conf`), configuration.join("\n"));
  run(nats, ["-c", join(folder, `nats-${at}.conf`)], children);
}
mkdirSync(join(folder, "objects", BUCKET), { recursive: true });
const port = ports[2 * SERVERS];
const keys = ["--access", ACCESS_KEY, "--secret", SECRET_KEY];
run(gateway, [...keys, "--port", `127.0.0.1:${port}`, "posix", join(folder, "objects")], children);

const servers = ports.slice(0, SERVERS).map((each) => `nats://127.0.0.1:${each}`);
console.log(`NATS:    ${servers.join(",")}`);
console.log(`bucket:  s3://${BUCKET}/?endpoint=http://127.0.0.1:${port}`);
console.log(`keys:    ${ACCESS_KEY} / ${SECRET_KEY}`);
console.log(`data:    ${folder} (goes with Ctrl+C)`);

const secretKeyFile = join(folder, "secret.key");
writeFileSync(secretKeyFile, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
const password = randomBytes(12).toString("base64url");
for (const [at, name] of names.entries()) {
  const address = await startNode(name, ports[2 * SERVERS + 1 + at]);
  if (address === undefined) await stop(1);
  console.log(`node ${name.padEnd(5)}: ${address}`);
}
if (names.length > 0) console.log(`user:    admin / ${password}`);

/** The address of a node, once it listens; undefined, with its log, when it does not. */
async function startNode(name, nodePort) {
  const certificates = join(folder, "certificates");
  spawnSync(process.execPath, [start, "node-certificate", name, "--folder", certificates]);
  const log = join(folder, `${name}.log`);
  const settings = {
    ...{ port: "0", data: join(folder, name), "node-name": name, "secret-key-file": secretKeyFile },
    ...{ cluster: "nats", nats: servers.join(","), "node-listen": `127.0.0.1:${nodePort}` },
    "node-certificate": join(certificates, `${name}.crt`),
    "node-key": join(certificates, `${name}.key`),
    "node-ca": join(certificates, "ca.crt"),
  };
  const args = Object.entries(settings).flatMap(([flag, value]) => [`--${flag}`, value]);
  const environment = { ...process.env, WARDEX_ADMIN_PASSWORD: password };
  const stdio = ["ignore", "pipe", openSync(log, "a")];
  const child = run(process.execPath, [start, ...args], nodes, { stdio, env: environment });
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), READY_MS);
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
      const address = /on (https?:\/\/\S+) .*\n/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    });
    child.once("exit", () => {
      if (isStopping) return;
      console.log(`node ${name} does not run: see ${log}`);
      clearTimeout(late);
      resolve(undefined);
    });
  });
}

function run(binary, args, among, options = { stdio: "ignore" }) {
  const child = spawn(binary, args, options);
  child.on("exit", (code) => {
    if (!isStopping) console.log(`${args[0] === start ? "a node" : binary} ended with ${code}`);
  });
  among.push(child);
  return child;
}

/** Nodes in order, as they would be, then what they stand on. */
async function stop(code = 0) {
  if (isStopping) return;
  isStopping = true;
  const late = new Promise((resolve) => setTimeout(resolve, STOP_MS));
  const ends = nodes
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map((node) => {
      node.kill("SIGTERM");
      return new Promise((resolve) => node.once("exit", resolve));
    });
  await Promise.race([late, Promise.all(ends)]);
  for (const child of [...nodes, ...children]) child.kill("SIGKILL");
  if (code === 0) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}

async function freePorts(count) {
  const listeners = Array.from({ length: count }, () => createServer());
  await Promise.all(listeners.map((server) => new Promise((listening) => server.listen(0, "127.0.0.1", listening))));
  return listeners.map((server) => {
    const { port: free } = server.address();
    server.close();
    return free;
  });
}
