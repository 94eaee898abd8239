/** A proxy between two servers that fails as links do: cut, slow, or telling nonsense. */
import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";

/** What it does with answers; `once`: a connection that has answered is cut when it is used again. */
export type Fault = "none" | "refuse" | "cut" | "slow" | "garbage" | "once";

/** Bytes of an answer that pass before it is cut. */
const PASSED_BYTES = 40;
const SLOW_MS = 300;

export class FaultProxy {
  /** What happens to connections and answers from now on. */
  fault: Fault = "none";
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Listens in front of `host:port`. */
  static async before(address: string): Promise<FaultProxy> {
    const colon = address.lastIndexOf(":");
    const target = { host: address.slice(0, colon), port: Number(address.slice(colon + 1)) };
    const server = createServer();
    const proxy = new FaultProxy(server);
    server.on("connection", (client) => proxy.#pass(client, target));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all connections that are open. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(client: Socket, target: { readonly host: string; readonly port: number }): void {
    if (this.fault === "refuse") {
      client.destroy();
      return;
    }
    const other = connect(target);
    for (const socket of [client, other]) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        other.destroy();
      });
    }
    let hasAnswered = false;
    client.on("data", (bytes) => {
      if (this.fault === "once" && hasAnswered) client.destroy();
      else other.write(bytes);
    });
    other.on("data", (bytes) => {
      hasAnswered = true;
      this.#answer(client, bytes);
    });
  }

  #answer(client: Socket, bytes: Buffer): void {
    switch (this.fault) {
      case "cut":
        client.write(bytes.subarray(0, PASSED_BYTES), () => client.destroy());
        return;
      case "slow":
        setTimeout(() => client.write(bytes), SLOW_MS);
        return;
      case "garbage":
        // The head stays as it is, so that what is wrong is what it announces.
        client.write(garbled(bytes));
        return;
      default:
        client.write(bytes);
    }
  }
}

function garbled(bytes: Buffer): Buffer {
  const body = bytes.indexOf("\r\n\r\n") + 4;
  const changed = Buffer.from(bytes);
  for (let at = body; at < changed.length; at++) changed[at] = 0xff;
  return changed;
}
