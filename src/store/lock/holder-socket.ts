/**
 * A lock that the kernel releases: the holder listens on a socket in the data directory. Whoever can reach the file can
 * connect to it, from other containers of this machine too; while the holder lives, also when it is paused, the kernel
 * takes the connection, and when it died refuses it.
 */
import { closeSync, openSync, rmSync } from "node:fs";
import { createServer, connect, type Server } from "node:net";
import { basename, dirname } from "node:path";
import { systemCode } from "../storage-errors.ts";

/** Longest path of a socket that every system takes; longer ones go by way of the open folder (Linux). */
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

  /** Listens at `path`, answering `token`; undefined where the file system or the machine has no such sockets. */
  static listen(path: string, token: string): Promise<HolderSocket | undefined> {
    const { address, folder } = addressOf(path);
    const server = createServer((connection) => {
      connection.on("error", () => undefined); // who asked has gone
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
 * What a connection to the socket of a holder tells: it answers, the kernel holds the socket for it, it died, or nobody
 * can say.
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
    // A holder that dies while it is asked resets the connection.
    connection.on("close", () => end(received === token ? "answers" : "dead"));
    connection.on("error", (error) => {
      const code = systemCode(error);
      if (code === "ECONNREFUSED" || code === "ECONNRESET" || code === "EPIPE") end("dead");
      // Its queue of connections is full: it lives, and is busy or paused.
      else if (code === "EAGAIN") end("silent");
      else end("unknown");
    });
  }).finally(() => {
    if (folder !== undefined) closeSync(folder);
  });
}

/** Sockets have short names: a long path is written by way of a descriptor of its folder. */
function addressOf(path: string): { address: string; folder: number | undefined } {
  if (Buffer.byteLength(path) <= MAXIMUM_PATH_BYTES || process.platform !== "linux")
    return { address: path, folder: undefined };
  const folder = openSync(dirname(path), "r");
  return { address: `/proc/self/fd/${folder}/${basename(path)}`, folder };
}
