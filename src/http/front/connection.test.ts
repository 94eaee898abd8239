import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { connectTo, frontWith } from "../../testing/http/read-streams.ts";
import type { RawRequest, RawResponse } from "../exchange.ts";
import { TrustedProxies } from "../trusted-proxies.ts";
import type { Front } from "./connection.ts";
import { HeadCache } from "./head-cache.ts";

const MB = 1024 * 1024;
const ok = (text = "ok", more: Partial<RawResponse> = {}): RawResponse => ({
  status: 200,
  headers: { "Content-Length": String(Buffer.byteLength(text)) },
  body: Buffer.from(text),
  ...more,
});
const get = (url: string, fields = ""): string => `GET ${url} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
const post = (fields: string, body = ""): string => `POST / HTTP/1.1\r\nHost: a\r\n${fields}\r\n${body}`;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (count = 10): Promise<void> => {
  for (let at = 0; at < count; at++) await turn();
};
const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((found) => Number(found[1]));

/** A front that keeps what it was asked. */
function recording(given: Partial<Front> = {}): { front: Front; asked: RawRequest[] } {
  const asked: RawRequest[] = [];
  const answer = (raw: RawRequest): RawResponse => {
    asked.push(raw);
    return ok(raw.head.url);
  };
  return { front: frontWith(answer, given), asked };
}

test("who made an answer is told when nobody reads its body any more", async () => {
  for (const length of [10, MB]) {
    let sent = 0;
    const body = Buffer.from(new SharedArrayBuffer(length)).fill("a");
    const answer = (): RawResponse => ok("a".repeat(length), { body, sent: () => sent++ });
    const socket = await connectTo(frontWith(answer));
    socket.push(Buffer.from(get("/")));
    await expect.poll(() => sent, { interval: 1 }).toBe(1);
    expect(socket.answered.endsWith("a".repeat(length))).toBe(true);
    socket.destroy();
  }
});

describe("requests", () => {
  test("are found wherever a stream is cut", async () => {
    const chunked = post(
      "Transfer-Encoding: chunked\r\n",
      '3;a="\\"b"\r\nabc\r\n0A\r\n0123456789\r\n0\r\nX-One: a\r\n\r\n',
    );
    const counted = post("Content-Length: 5\r\n", "hello");
    const text = `${get("/1")}\r\n${counted}${chunked}${get("/4", "Connection: close\r\n")}`;
    for (let cut = 0; cut <= text.length; cut++) {
      const bodies: string[] = [];
      const answer = async ({ body }: RawRequest): Promise<RawResponse> => {
        const pieces: Uint8Array[] = [];
        if (body instanceof Readable) for await (const piece of body) pieces.push(piece as Buffer);
        else if (body) pieces.push(body);
        bodies.push(Buffer.concat(pieces).toString());
        return ok();
      };
      const socket = await connectTo(frontWith(answer));
      socket.push(Buffer.from(text.slice(0, cut)));
      socket.push(Buffer.from(text.slice(cut)));
      await expect.poll(() => bodies, { interval: 1 }).toEqual(["", "hello", "abc0123456789", ""]);
      await expect.poll(() => socket.destroyed, { interval: 1 }).toBe(true);
      expect(statuses(socket.answered)).toEqual([200, 200, 200, 200]);
    }
  });

  test("of one head text share the head, by whatever connection they come", async () => {
    const { front, asked } = recording();
    for (let at = 0; at < 2; at++) (await connectTo(front)).push(Buffer.from(get("/a?b").repeat(2)));
    expect(asked).toHaveLength(4);
    expect(new Set(asked.map(({ head }) => head)).size).toBe(1);
    expect(asked[0]?.head).toMatchObject({ method: "GET", url: "/a?b", headers: { host: "a" } });
  });

  test("whose heads are long, or too many, are read anew", async () => {
    const heads = new HeadCache();
    const head = (url: string, length = 0): unknown =>
      heads.parse(`GET ${url} HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(length)}`);
    expect(head("/a", 2000)).toBe(head("/a", 2000));
    expect(head("/a", 2048)).toEqual(head("/a", 2048));
    expect(head("/a", 2048)).not.toBe(head("/a", 2048));
    const first = head("/first");
    for (let at = 0; at < 4094; at++) head(`/${at}`);
    expect(head("/first")).toBe(first);
    head("/one-more");
    expect(head("/first")).not.toBe(first);
  });

  test("bring small bodies as bytes, larger ones as they come", async () => {
    const { front, asked } = recording();
    const socket = await connectTo(front);
    for (const [length, isWhole] of [
      [16_384, true],
      [16_385, false],
    ] as const) {
      socket.push(Buffer.from(post(`Content-Length: ${length}\r\n`)));
      // What is waited for is under way.
      expect(front.openRequests).toBe(isWhole ? 1 : 0);
      socket.push(Buffer.alloc(length));
      await turns();
      expect(asked.at(-1)?.body instanceof Uint8Array).toBe(isWhole);
    }
    socket.push(Buffer.from(post("Content-Length: 40000\r\n", "x".repeat(40_000))));
    socket.push(Buffer.from(post("Transfer-Encoding: chunked\r\n", "1\r\na\r\n0\r\n\r\n")));
    await turns();
    expect(asked.slice(2).map(({ body }) => (body instanceof Uint8Array ? body.length : body))).toEqual([40_000, 1]);
    expect([front.openRequests, statuses(socket.answered)]).toEqual([0, [200, 200, 200, 200]]);
  });

  test("that came together are answered in their order, at once and in one write", async () => {
    const { front } = recording();
    const socket = await connectTo(front);
    socket.push(Buffer.from(get("/1") + get("/2") + get("/3")));
    // No promise, no turn of the loop.
    expect(socket.answered.match(/\/\d(?!\.)/g)).toEqual(["/1", "/2", "/3"]);
    expect(socket.writes).toBe(1);
    const later = await connectTo(frontWith(({ head }) => turns(head.url === "/1" ? 5 : 0).then(() => ok(head.url))));
    later.push(Buffer.from(get("/1") + get("/2") + get("/3")));
    await expect.poll(() => later.answered.match(/\/\d(?!\.)/g)).toEqual(["/1", "/2", "/3"]);
  });

  test("that came together do not keep others waiting", async () => {
    const { front, asked } = recording();
    (await connectTo(front)).push(Buffer.from(get("/").repeat(1000)));
    expect(asked).toHaveLength(64);
    await expect.poll(() => asked.length).toBe(1000);
  });
});

describe("answers", () => {
  const answered = async (request: string, response: RawResponse): Promise<string> => {
    const socket = await connectTo(frontWith(() => response));
    socket.push(Buffer.from(request));
    return socket.answered.replace(/Date: .*? GMT\r\n/, "");
  };

  test("have no body to HEAD, and with 204 and 304", async () => {
    const head = get("/").replace("GET", "HEAD");
    expect(await answered(head, ok())).toBe("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
    expect(await answered(get("/"), ok("ok", { status: 304 }))).toBe(
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n",
    );
    expect(await answered(get("/"), ok("ok", { status: 204 }))).toBe("HTTP/1.1 204 No Content\r\n\r\n");
  });

  test("say a length that they do not bring, and lists line by line", async () => {
    const headers = { "Set-Cookie": ["a", "b"], "X-One": "\u00e9" };
    expect(await answered(get("/"), ok("ok", { headers }))).toBe(
      "HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nSet-Cookie: b\r\nX-One: \u00e9\r\nContent-Length: 2\r\n\r\nok",
    );
  });

  test("keep the connection as the request says", async () => {
    const old = "GET / HTTP/1.0\r\n";
    expect(await answered(`${old}\r\n`, ok())).toContain("\r\nConnection: close\r\n");
    expect(await answered(`${old}Connection: Keep-Alive\r\n\r\n`, ok())).toContain("\r\nConnection: keep-alive\r\n");
    expect(await answered(get("/"), ok())).not.toContain("Connection");
    expect(await answered(get("/", "Connection: x, Close\r\n"), ok())).toContain("\r\nConnection: close\r\n");
    expect(await answered(get("/"), ok("", { close: true }))).toContain("\r\nConnection: close\r\n");
  });

  test("that cannot be sent, or were not made, are a 500, which is logged", async () => {
    const failing: (() => RawResponse | Promise<RawResponse>)[] = [
      () => ok("", { headers: { "X-One": "a\r\nb" } }),
      () => ok("", { headers: { "X-One": "\u0100" } }),
      () => {
        throw new TypeError("at once");
      },
      () => Promise.reject(new TypeError("later")),
    ];
    for (const answer of failing) {
      const logged: string[] = [];
      const front = frontWith(answer, { log: (_level, message) => logged.push(message) });
      const socket = await connectTo(front);
      socket.push(Buffer.from(get("/")));
      await expect.poll(() => socket.destroyed).toBe(true);
      expect(socket.answered).toMatch(/^HTTP\/1\.1 500 .*"status":500}$/s);
      expect([logged.length, front.openRequests]).toEqual([1, 0]);
    }
  });
});

describe("limits", () => {
  const small = { maxHeaderBytes: 1000, requestTimeoutMs: 600, headersTimeoutMs: 30, keepAliveTimeoutMs: 100 };

  test("of the head: what is as long passes, what is longer is refused, complete or not", async () => {
    const { front, asked } = recording({ limits: small });
    const head = (bytes: number): string => get("/", `X: ${"y".repeat(bytes - get("/", "X: \r\n").length)}\r\n`);
    (await connectTo(front)).push(Buffer.from(head(1000)));
    expect(asked).toHaveLength(1);
    for (const text of [head(1001), head(2000).slice(0, 1001), "\r\n".repeat(501) + get("/")]) {
      const socket = await connectTo(front);
      socket.push(Buffer.from(text));
      expect(socket.answered).toContain("too_long_http_header_exception");
    }
    expect(asked).toHaveLength(1);
  });

  test("of chunk extensions and trailers, together", async () => {
    const { front, asked } = recording();
    for (const [length, status] of [
      [8192, 200],
      [8193, 400],
    ] as const) {
      const extension = `;${"x".repeat(8191)}`;
      const trailer = `X: ${"y".repeat(length - 3)}`;
      const socket = await connectTo(front);
      socket.push(Buffer.from(post("Transfer-Encoding: chunked\r\n", `1${extension}\r\na\r\n0\r\n${trailer}\r\n\r\n`)));
      expect(statuses(socket.answered)).toEqual([status]);
    }
    expect(asked).toHaveLength(1);
  });

  test("of time: a head, a body that is waited for or read, an idle connection", async () => {
    const half = async (piece: string): Promise<string> => {
      const { front } = recording({ limits: small });
      const socket = await connectTo(front);
      socket.push(Buffer.from(piece));
      return limitsOf(front, socket);
    };
    expect(await half("")).toBe("30 ms: 408");
    expect(await half("GET / HT")).toBe("30 ms: 408");
    expect(await half(post("Content-Length: 10\r\n", "half"))).toBe("600 ms: 408");
    // It was answered, without its body: there is nothing more to say.
    expect(await half(post("Content-Length: 100000\r\n", "half"))).toBe("600 ms: end");
    expect(await half(get("/"))).toBe("100 ms: end");
    expect(await half(`${get("/")}GET`)).toBe("30 ms: 408");
    const busy = frontWith(() => new Promise(() => undefined), { limits: small });
    const socket = await connectTo(busy);
    socket.push(Buffer.from(get("/")));
    expect(limitsOf(busy, socket)).toBe("never");
    const reading = frontWith(() => new Promise(() => undefined), { limits: small });
    const upload = await connectTo(reading);
    upload.push(Buffer.from(post("Transfer-Encoding: chunked\r\n", "1\r\n")));
    expect(limitsOf(reading, upload)).toBe("600 ms: 408");
    expect(reading.openRequests).toBe(0);
  });

  /** After which time the connection of a front is ended, and how. */
  function limitsOf(front: Front, socket: Awaited<ReturnType<typeof connectTo>>): string {
    const [connection] = front.sweep.members;
    const from = front.sweep.nextMs;
    for (const ms of [29, 30, 99, 100, 599, 600]) {
      const before = socket.answered.length;
      connection?.checkLimits(from + ms);
      if (!socket.writableEnded) continue;
      return `${ms} ms: ${statuses(socket.answered.slice(before))[0] ?? "end"}`;
    }
    return "never";
  }

  test("of what waits behind a request that is under way", async () => {
    let answer = (): void => undefined;
    const asked: string[] = [];
    const first = new Promise<void>((resolve) => (answer = resolve));
    const front = frontWith(({ head }) => {
      asked.push(head.url);
      return head.url === "/first" ? first.then(() => ok()) : ok();
    });
    const socket = await connectTo(front);
    socket.push(Buffer.from(get("/first")));
    socket.push(Buffer.from(get("/").repeat(500)));
    expect(socket.isPaused()).toBe(false);
    socket.push(Buffer.from(get("/").repeat(3000)));
    expect([socket.isPaused(), asked.length]).toEqual([true, 1]);
    answer();
    await expect.poll(() => asked.length).toBe(3501);
    expect([socket.isPaused(), statuses(socket.answered).length]).toEqual([false, 3501]);
  });

  test("of answers that nobody reads", async () => {
    const large = Buffer.alloc(300_000, "x");
    let made = 0;
    const front = frontWith(() => {
      made++;
      return ok("", { headers: {}, body: large });
    });
    const socket = await connectTo(front);
    socket.isStuck = true;
    socket.push(Buffer.from(get("/").repeat(50)));
    await turns();
    expect([made, socket.isPaused()]).toEqual([4, true]);
    expect(socket.writableLength).toBeLessThan(1.3 * MB);
    socket.isStuck = false;
    socket.release();
    await expect.poll(() => made).toBe(50);
    await expect.poll(() => socket.answered.length).toBeGreaterThan(50 * large.length);
    expect(socket.isPaused()).toBe(false);
  });

  test("of a body whose reader is slow", async () => {
    let body: Readable | undefined;
    const front = frontWith(({ body: stream }) => {
      body = stream as Readable;
      return new Promise((resolve) => body?.once("end", () => resolve(ok())));
    });
    const socket = await connectTo(front);
    socket.push(Buffer.from(post(`Content-Length: ${4 * MB}\r\n`)));
    for (let at = 0; at < 64; at++) socket.push(Buffer.alloc(65_536, at));
    await turns();
    expect([socket.isPaused(), (body?.readableLength ?? 0) <= 2 * 65_536]).toEqual([true, true]);
    let read = 0;
    body?.on("data", (piece: Buffer) => (read += piece.length));
    await expect.poll(() => read).toBe(4 * MB);
    await expect.poll(() => statuses(socket.answered)).toEqual([200]);
    expect(socket.isPaused()).toBe(false);
  });

  test("of pieces: chunks that came together go on together", async () => {
    const pieces: number[] = [];
    const front = frontWith(async ({ body }) => {
      for await (const piece of body as Readable) pieces.push((piece as Buffer).length);
      return ok();
    });
    const socket = await connectTo(front);
    socket.push(Buffer.from(post("Transfer-Encoding: chunked\r\n")));
    for (let at = 0; at < 3; at++) {
      socket.push(Buffer.from("1\r\na\r\n".repeat(1000)));
      await turns();
    }
    socket.push(Buffer.from("0\r\n\r\n"));
    await expect.poll(() => statuses(socket.answered)).toEqual([200]);
    expect(pieces).toEqual([1000, 1000, 1000]);
    // One byte after the other is a whole in the end.
    const { front: whole, asked } = recording();
    const slow = await connectTo(whole);
    slow.push(Buffer.from(post("Content-Length: 300\r\n")));
    for (let at = 0; at < 300; at++) slow.push(Buffer.of(at % 256));
    expect(asked.map(({ body }) => body)).toEqual([Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256))]);
  });

  test("of a body that nobody wants: 100 MB are read over", async () => {
    const piece = Buffer.alloc(MB, "x");
    const { front } = recording();
    const socket = await connectTo(front);
    socket.push(Buffer.from(post(`Content-Length: ${100 * MB}\r\n`)));
    for (let at = 0; at < 100; at++) socket.push(piece);
    socket.push(Buffer.from(get("/next")));
    expect([statuses(socket.answered), socket.answered.includes("Connection: close")]).toEqual([[200, 200], false]);
    const longer = await connectTo(front);
    longer.push(Buffer.from(post(`Content-Length: ${100 * MB + 1}\r\n`)));
    expect([statuses(longer.answered), longer.answered.includes("Connection: close")]).toEqual([[200], true]);
    // Chunks tell their sum only when they are there.
    const chunked = await connectTo(front);
    chunked.push(Buffer.from(post("Transfer-Encoding: chunked\r\n")));
    for (let at = 0; at <= 100; at++) {
      expect(chunked.writableEnded).toBe(false);
      chunked.push(Buffer.from(`${MB.toString(16)}\r\n`));
      chunked.push(piece);
      chunked.push(Buffer.from("\r\n"));
    }
    expect([statuses(chunked.answered), chunked.writableEnded]).toEqual([[200], true]);
  });
});

describe("the front", () => {
  test("that is closing ends a connection as soon as nothing is under way on it", async () => {
    const { front } = recording();
    const socket = await connectTo(front);
    socket.push(Buffer.from(post("Content-Length: 100000\r\n")));
    expect(statuses(socket.answered)).toEqual([200]);
    front.closing = true;
    for (const connection of front.sweep.members) connection.close();
    expect(socket.writableEnded).toBe(false);
    socket.push(Buffer.alloc(100_000));
    await expect.poll(() => socket.destroyed).toBe(true);
  });

  test("loses a connection by a fault of its own, and nothing else", async () => {
    const logged: string[] = [];
    const proxies = new TrustedProxies();
    proxies.clientOf = () => {
      throw new TypeError("a fault");
    };
    const front = frontWith(() => ok(), { proxies, log: (_level, message) => logged.push(message) });
    const socket = await connectTo(front);
    socket.push(Buffer.from(get("/")));
    await expect.poll(() => [socket.destroyed, front.openRequests, front.sweep.members.size]).toEqual([true, 0, 0]);
    expect(logged).toEqual([expect.stringContaining("a fault")]);
  });
});

describe("Expect", () => {
  const expecting = (length: number): string => post(`Content-Length: ${length}\r\nExpect: 100-continue\r\n`);
  const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

  test("100-continue asks for the body, wherever it goes", async () => {
    for (const length of [5, 20_000]) {
      const { front } = recording();
      const socket = await connectTo(front);
      socket.push(Buffer.from(expecting(length)));
      await turns();
      expect(socket.answered.startsWith(CONTINUE)).toBe(true);
      socket.push(Buffer.alloc(length));
      await turns();
      expect(statuses(socket.answered)).toEqual([100, 200]);
    }
  });

  test("100-continue does not ask for a body that is refused anyway, nor take one for a request", async () => {
    const pipeline: Front["pipeline"] = {
      answer: () => ok("too long", { status: 413 }),
      refusesLength: (_url, bytes) => bytes > 10,
    };
    const socket = await connectTo(frontWith(() => ok(), { pipeline }));
    socket.push(Buffer.from(expecting(11)));
    socket.push(Buffer.from(get("/inside")));
    await turns();
    expect([statuses(socket.answered), socket.writableEnded]).toEqual([[413], true]);
    expect(socket.answered).toContain("Connection: close");
  });

  test("anything else is a 417, but for HTTP/1.0, which knows no expectations", async () => {
    const { front, asked } = recording();
    const socket = await connectTo(front);
    socket.push(Buffer.from(get("/", "Expect: more\r\n") + get("/")));
    expect([statuses(socket.answered), socket.writableEnded]).toEqual([[417], true]);
    (await connectTo(front)).push(Buffer.from("POST / HTTP/1.0\r\nExpect: more\r\nContent-Length: 1\r\n\r\na"));
    expect(asked).toHaveLength(1);
  });
});

describe("a client that", () => {
  test("goes away while its request is under way is missed once; its answer goes nowhere", async () => {
    for (const leave of ["close", "error", "half"] as const) {
      let answer = (): void => undefined;
      let missed = 0;
      const front = frontWith((raw) => {
        raw.onGone(() => missed++);
        return new Promise((resolve) => (answer = () => resolve(ok())));
      });
      const socket = await connectTo(front);
      socket.on("error", () => undefined);
      socket.push(Buffer.from(get("/") + get("/next")));
      if (leave === "half") socket.push(null);
      else socket.destroy(leave === "error" ? new Error("reset") : undefined);
      await expect.poll(() => missed).toBe(1);
      answer();
      await turns();
      // Half of a connection is enough to answer what was asked, also behind it.
      expect(statuses(socket.answered)).toEqual(leave === "half" ? [200] : []);
      answer();
      await expect.poll(() => [socket.destroyed, front.openRequests, front.sweep.members.size]).toEqual([true, 0, 0]);
      expect(missed).toBe(leave === "half" ? 2 : 1);
    }
  });

  test("goes away in the middle of a body ends the body, without an error that nobody hears", async () => {
    const failures: unknown[] = [];
    const front = frontWith(async ({ body }) => {
      try {
        for await (const piece of body as Readable) expect(piece).toBeDefined();
      } catch (error) {
        failures.push(error);
      }
      return ok();
    });
    const reading = await connectTo(front);
    reading.push(Buffer.from(post("Content-Length: 100000\r\n", "half")));
    const ignoring = await connectTo(frontWith(() => new Promise(() => undefined)));
    ignoring.push(Buffer.from(post("Content-Length: 100000\r\n", "half")));
    await turns();
    reading.destroy();
    ignoring.destroy();
    await expect.poll(() => failures.length).toBe(1);
  });

  test("breaks its body hears why, and its request is given up", async () => {
    let gone = 0;
    const front = frontWith((raw) => {
      raw.onGone(() => gone++);
      return new Promise(() => undefined);
    });
    const socket = await connectTo(front);
    socket.push(Buffer.from(post("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n")));
    socket.push(Buffer.from("xyz\r\n"));
    expect(socket.answered).toContain("invalid HTTP request [invalid chunk size]");
    expect([gone, front.openRequests, socket.writableEnded]).toEqual([1, 0, true]);
  });

  test("speaks something else hears so before it ends its line", async () => {
    for (const text of [
      "\u0016\u0003\u0001\u0002",
      "hello",
      "GET /\n",
      "GET  /",
      "GET / HTTP/2",
      "GET / HTTP/1.1\r\nHost: a\nX",
    ]) {
      const { front, asked } = recording();
      const socket = await connectTo(front);
      socket.push(Buffer.from(text, "latin1"));
      expect([text, statuses(socket.answered), asked.length]).toEqual([text, [400], 0]);
    }
  });

  test("goes on sending behind its last answer is read over, for a while", async () => {
    const { front } = recording();
    const socket = await connectTo(front);
    socket.push(Buffer.from("hello\r\n\r\n"));
    await turns();
    expect([socket.destroyed, socket.writableFinished]).toEqual([false, true]);
    socket.push(Buffer.alloc(MB));
    const [connection] = front.sweep.members;
    connection?.checkLimits(front.sweep.nextMs + 29_000);
    expect(socket.destroyed).toBe(false);
    connection?.checkLimits(front.sweep.nextMs + 30_000);
    expect(socket.destroyed).toBe(true);
    const patient = await connectTo(front);
    patient.push(Buffer.from("hello\r\n\r\n"));
    patient.push(null);
    await expect.poll(() => patient.destroyed).toBe(true);
  });
});
