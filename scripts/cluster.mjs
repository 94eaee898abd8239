/**
 * Starts what a cluster stands on, on this machine, for trying out and developing: three servers of NATS and an
 * S3-compatible gateway, with data in a folder of their own. Prints addresses and credentials, and stops only what it
 * started, on Ctrl+C. Ports are free ones.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { component } from "./cluster/components.mjs";

const SERVERS = 3;
const ACCESS_KEY = "wardex";
const SECRET_KEY = "wardex-on-this-machine";
const BUCKET = "wardex";

const [nats, gateway] = [component("nats-server"), component("versitygw")];
if (!nats || !gateway) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "wardex-cluster-"));
const children = [];
const stop = () => {
  children.forEach((child) => child.kill("SIGKILL"));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

const ports = await freePorts(2 * SERVERS + 1);
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
  start(nats, ["-c", join(folder, `nats-${at}.conf`)]);
}
mkdirSync(join(folder, "objects", BUCKET), { recursive: true });
const port = ports.at(-1);
const keys = ["--access", ACCESS_KEY, "--secret", SECRET_KEY];
start(gateway, [...keys, "--port", `127.0.0.1:${port}`, "posix", join(folder, "objects")]);

console.log(
  `NATS:    ${ports
    .slice(0, SERVERS)
    .map((each) => `nats://127.0.0.1:${each}`)
    .join(",")}`,
);
console.log(`bucket:  s3://${BUCKET}/?endpoint=http://127.0.0.1:${port}`);
console.log(`keys:    ${ACCESS_KEY} / ${SECRET_KEY}`);
console.log(`data:    ${folder} (goes with Ctrl+C)`);

function start(binary, args) {
  const child = spawn(binary, args, { stdio: "ignore" });
  child.on("exit", (code) => console.log(`${binary} ended with ${code}`));
  children.push(child);
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise((listening) => server.listen(0, "127.0.0.1", listening))));
  return servers.map((server) => {
    const { port: free } = server.address();
    server.close();
    return free;
  });
}
