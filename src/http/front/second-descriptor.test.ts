import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { RawResponse } from "../exchange.ts";
import { startHttpServer } from "./http-server.ts";

const answer: RawResponse = { status: 200, headers: { "Content-Length": "4" }, body: Buffer.from("main") };

/** What a server says to one request on a connection of its own; the error when there is none. */
function asked(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("connect", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
    socket.on("data", (piece) => (text += piece.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", (error) => resolve(String(error)));
  });
}

test("two threads accept from one socket, and the end of one is no end for the other", async () => {
  const server = await startHttpServer(
    { answer: () => answer, refusesLength: () => false },
    { host: "127.0.0.1", port: 0 },
  );
  try {
    const other = new Worker(
      `const { parentPort, workerData } = require("node:worker_threads");
      const server = require("node:net").createServer((socket) => socket.on("data", () => socket.end("other")));
      server.listen({ fd: workerData }, () => parentPort.postMessage("listens"));`,
      { eval: true, workerData: await server.secondDescriptor() },
    );
    await new Promise((resolve) => other.once("message", resolve));
    // Main stands still: the other thread accepts.
    const first = asked(server.port);
    await expect
      .poll(async () => [await first, await asked(server.port)].join(" "), { timeout: 10_000 })
      .toContain("other");
    await other.terminate();
    for (let time = 0; time < 20; time++) expect(await asked(server.port)).toContain("main");
  } finally {
    await server.close(100);
  }
  expect(await asked(server.port)).toContain("ECONNREFUSED");
});
