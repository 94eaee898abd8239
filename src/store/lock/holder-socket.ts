/**
 * A lock that the kernel releases: the holder listens on a socket in the data directory. Every process that can reach
 * the file can connect to it, from other containers of this machine, too. While the holder lives, even if paused, the
 * kernel accepts the connection; after its death it refuses.
 */
import { closeSync, openSync, rmSync } from "node:fs";
import { createServer, connect, type Server } from "node:net";
import { basename, dirname } from "node:path";
import { systemCode } from "../storage-errors.ts";

/** Longest socket path that every system accepts; longer ones go through a descriptor of the folder (Linux). */
const MAXIMUM_PATH_BYTES = 100;

/** The listening end. */
export class HolderSocket {
  readonly #server: Server;
  readonly #path: string;
  readonly #folder: number | undefined;

  private constructor(server: Server, path: string, folder: number | undefined) {
    this.#server = server;
    this.#path = path;
    this.#folder = folder;
  }

  /** Listens at `path` and answers with `token`; undefined where the file system or the machine has no such sockets. */
  static listen(path: string, token: string): Promise<HolderSocket | undefined> {
    const { address, folder } = addressOf(path);
    const server = createServer((connection) => {
      connection.on("error", () => undefined); // the asking process has gone
      connection.end(token);
    });
    return new Promise((done) => {
      server.once("error", () => {
        if (folder !== undefined) closeSync(folder);
        done(undefined);
      });
      server.listen({ path: address, readableAll: true, writableAll: true }, () => {
        server.unref();
        done(new HolderSocket(server, path, folder));
      });
    });
  }

  close(): void {
    this.#server.close();
    rmSync(this.#path, { force: true });
    if (this.#folder !== undefined) closeSync(this.#folder);
  }
}

/**
 * What connecting to a holder's socket shows: the holder answers, only the kernel accepts for it, it is dead, or
 * unknown.
 */
export type HolderSign = "answers" | "silent" | "dead" | "unknown";

/** Connects to the holder's socket and waits up to `patienceMs` for its token. */
export function askHolder(path: string, token: string, patienceMs: number): Promise<HolderSign> {
  const { address, folder } = addressOf(path);
  return new Promise<HolderSign>((done) => {
    let connected = false;
    let received = "";
    const connection = connect({ path: address });
    const end = (sign: HolderSign): void => {
      clearTimeout(timer);
      connection.destroy();
      done(sign);
    };
    const timer = setTimeout(() => end(connected ? "silent" : "unknown"), patienceMs);
    connection.on("connect", () => (connected = true));
    connection.on("data", (bytes) => (received += bytes.toString("latin1")));
    // A holder that dies during the exchange resets the connection.
    connection.on("close", () => end(received === token ? "answers" : "dead"));
    connection.on("error", (error) => {
      const code = systemCode(error);
      if (code === "ECONNREFUSED" || code === "ECONNRESET" || code === "EPIPE") end("dead");
      // Its connection queue is full: it lives, but is busy or paused.
      else if (code === "EAGAIN") end("silent");
      else end("unknown");
    });
  }).finally(() => {
    if (folder !== undefined) closeSync(folder);
  });
}

/** Socket names are short: a long path is addressed through a descriptor of its folder. */
function addressOf(path: string): { address: string; folder: number | undefined } {
  if (Buffer.byteLength(path) <= MAXIMUM_PATH_BYTES || process.platform !== "linux")
    return { address: path, folder: undefined };
  const folder = openSync(dirname(path), "r");
  return { address: `/proc/self/fd/${folder}/${basename(path)}`, folder };
}
