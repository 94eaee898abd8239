/**
 * A client with one connection, on a thread of its own: it asks while the thread of the tests stands still, so that
 * whatever it is answered then comes from another thread of the server.
 */
import { Worker } from "node:worker_threads";

/** An answer as it came. */
export interface ServedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The port of the connection on the client's side: another connection has another one. */
  readonly localPort: number;
}

/** What is asked. */
export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CLIENT = `
const { parentPort, workerData } = require("node:worker_threads");
const { Agent, request } = require(workerData.secure ? "node:https" : "node:http");
const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
const words = new Int32Array(workerData.words);
parentPort.on("message", ({ id, method, path, body, headers }) => {
  const sent = request(new URL(path, workerData.url), { method, agent, headers: { ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }), ...headers } }, (response) => {
    const pieces = [];
    response.on("data", (piece) => pieces.push(piece));
    response.on("end", () => {
      parentPort.postMessage({ id, answer: { status: response.statusCode, headers: response.headers, text: Buffer.concat(pieces).toString(), localPort: sent.socket.localPort } });
      Atomics.add(words, 0, 1);
      Atomics.notify(words, 0);
    });
  });
  sent.on("error", (error) => {
    parentPort.postMessage({ id, error: String(error) });
    Atomics.add(words, 0, 1);
    Atomics.notify(words, 0);
  });
  sent.end(body);
});
`;

export class ServingClient {
  readonly #worker: Worker;
  readonly #words = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #waiting = new Map<number, { resolve(answer: ServedAnswer): void; reject(error: Error): void }>();
  #lastId = 0;

  constructor(url: string) {
    const workerData = { url, secure: url.startsWith("https"), words: this.#words.buffer };
    this.#worker = new Worker(CLIENT, { eval: true, workerData });
    this.#worker.on("message", ({ id, answer, error }: { id: number; answer?: ServedAnswer; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (answer) waiting?.resolve(answer);
      else waiting?.reject(new Error(error));
    });
  }

  ask(question: Question): Promise<ServedAnswer> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...question });
    });
  }

  /** Asks while this thread stands still for at most `timeoutMs`; whether it was answered meanwhile. */
  async askStandingStill(
    question: Question,
    timeoutMs: number,
  ): Promise<{ readonly answer: Promise<ServedAnswer>; readonly inTime: boolean }> {
    // The worker has begun by then, and hears of the question without this thread.
    await this.#ready();
    const before = Atomics.load(this.#words, 0);
    const answer = this.ask(question);
    const inTime = Atomics.wait(this.#words, 0, before, timeoutMs) !== "timed-out";
    return { answer, inTime };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ready(): Promise<void> {
    if (this.#worker.threadId > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
