import { beforeEach, describe, expect, test } from "vitest";
import { MemoryBreakers } from "../breakers/memory-breakers.ts";
import { RequestError } from "../compat/errors.ts";
import { systemClock } from "../core/clock.ts";
import { unsecuredPrincipal } from "../security/superuser.ts";
import { TaskManager } from "../tasks/task-manager.ts";
import { pipelineOf } from "../testing/http/pipeline.ts";
import type { Dialect, Exchange, Route, Run } from "./dialect.ts";
import type { RawRequest, RawResponse } from "./exchange.ts";

const ROUTE: Route = { action: "test:run", cancellable: true, isAlwaysServed: false, isAudited: false };

let steps: string[];
beforeEach(() => {
  steps = [];
});

function answer(status: number, text = ""): RawResponse {
  return { status, headers: {}, body: Buffer.from(text) };
}

/** A dialect that writes down its steps; `handle` is what its one operation does. */
function dialect(
  prefix: string,
  handle: (run: Run) => Promise<RawResponse>,
  { target = ROUTE, ...other }: Partial<Exchange> = {},
): Dialect {
  const step = (name: string): undefined => void steps.push(name);
  return {
    prefix,
    maxBodyBytes: 100,
    open: () => ({
      target,
      description: "what it is about",
      readHead: () => step("head"),
      route: () => step("route"),
      authenticate() {
        step("authenticate");
        return unsecuredPrincipal;
      },
      check: () => step("check"),
      handle(run) {
        step("handle");
        return handle(run);
      },
      failed: (error) => answer(error instanceof RequestError ? error.status : 500, String(error)),
      ...other,
    }),
  };
}

type Given = Partial<RawRequest> & { headers?: Record<string, string> };

function request(url: string, { headers = {}, ...more }: Given = {}): RawRequest {
  return {
    head: { method: "POST", url, headers },
    clientAddress: "::1",
    body: undefined,
    onGone: () => undefined,
    ...more,
  };
}

const done = (): Promise<RawResponse> => Promise.resolve(answer(200, "done"));

describe("every request", () => {
  test("goes the same way", async () => {
    expect((await pipelineOf(dialect("", done)).answer(request("/x"))).status).toBe(200);
    expect(steps).toEqual(["head", "route", "authenticate", "check", "handle"]);
  });

  test("goes to the first dialect whose prefix is its path or stands above it, and else to the last", async () => {
    const pipeline = pipelineOf([
      dialect("/beside", () => Promise.resolve(answer(202))),
      dialect("/", () => Promise.resolve(answer(200))),
    ]);
    for (const [url, status] of [
      ["/beside", 202],
      ["/beside/x", 202],
      ["/beside?x", 202],
      ["/besides", 200],
      ["/", 200],
    ] as const)
      expect((await pipeline.answer(request(url))).status, url).toBe(status);
  });

  test("is answered by its dialect whatever is thrown on the way", async () => {
    const failing = (): never => {
      throw new TypeError("a mistake");
    };
    for (const step of ["readHead", "route", "authenticate", "check"] as const)
      expect((await pipelineOf(dialect("", done, { [step]: failing })).answer(request("/x"))).status).toBe(500);
    expect((await pipelineOf(dialect("", () => Promise.reject(new Error("x")))).answer(request("/x"))).status).toBe(
      500,
    );
  });

  test("whose body is announced as too long goes no further, and its connection is closed", async () => {
    const pipeline = pipelineOf(dialect("", done));
    const long = request("/x", { headers: { "content-length": "101" } });
    expect(await pipeline.answer(long)).toMatchObject({ status: 413, close: true });
    expect(steps).toEqual(["head"]);
    expect(pipeline.refusesLength("/x", 101)).toBe(true);
    expect(pipeline.refusesLength("/x", 100)).toBe(false);
  });
});

describe("the breaker of bodies", () => {
  const full = (): MemoryBreakers => {
    const breakers = new MemoryBreakers(1);
    breakers.limit({
      parentBytes: -1,
      requestBytes: -1,
      requestOverhead: 1,
      inflightBytes: 10,
      inflightOverhead: 1,
      fielddataBytes: -1,
      fielddataOverhead: 1,
    });
    return breakers;
  };
  const eleven = request("/x", { headers: { "content-length": "11" } });

  test("refuses what it has no room for, and not what is always served", async () => {
    const breakers = full();
    expect((await pipelineOf(dialect("", done), { breakers }).answer(eleven)).status).toBe(429);
    const target = { ...ROUTE, isAlwaysServed: true };
    expect((await pipelineOf(dialect("", done, { target }), { breakers }).answer(eleven)).status).toBe(200);
    expect(breakers.stats()[0]).toMatchObject({ estimatedBytes: 0, tripped: 1 });
  });

  test("counts what comes unannounced, until the answer is made", async () => {
    const breakers = full();
    const reading = ({ account }: Run): Promise<RawResponse> => {
      account.read(6);
      expect(breakers.stats()[0]?.estimatedBytes).toBe(6);
      account.read(5);
      return done();
    };
    expect((await pipelineOf(dialect("", reading), { breakers }).answer(request("/x"))).status).toBe(429);
    expect(breakers.stats()[0]?.estimatedBytes).toBe(0);
  });
});

describe("the task of a request", () => {
  test("is there while it runs, with the name of its route and of its caller", async () => {
    const tasks = new TaskManager("node", systemClock);
    const looking = ({ task }: Run): Promise<RawResponse> => {
      expect(tasks.all).toEqual([task]);
      expect(task).toMatchObject({
        action: "test:run",
        description: "what it is about",
        headers: { "X-Opaque-Id": "mine", "trace.id": trace },
        cancellable: true,
      });
      return done();
    };
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const headers = { "x-opaque-id": "mine", traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const named = request("/x", { headers });
    expect((await pipelineOf(dialect("", looking), { tasks }).answer(named)).status).toBe(200);
    expect(
      (
        await pipelineOf(
          dialect("", () => Promise.reject(new Error())),
          { tasks },
        ).answer(named)
      ).status,
    ).toBe(500);
    expect(tasks.all).toEqual([]);
  });

  test("is cancelled when the client goes away, where it can be and does not outlive it", async () => {
    const traits = [{ cancellable: true }, { cancellable: false }, { cancellable: true, outlivesClient: true }];
    for (const [at, trait] of traits.entries()) {
      const waiting = ({ task }: Run): Promise<RawResponse> => {
        gone();
        return Promise.resolve(answer(task.cancelled ? 499 : 200));
      };
      let gone = (): void => undefined;
      const leaving = request("/x", { onGone: (listener) => (gone = listener) });
      const target = { ...ROUTE, ...trait };
      const { status } = await pipelineOf(dialect("", waiting, { target })).answer(leaving);
      expect(status).toBe(at === 0 ? 499 : 200);
    }
  });
});

describe("the audit trail", () => {
  test("keeps what it was told before the answer, also when the request fails; others do not wait", async () => {
    const trail = {
      sequence: 0,
      async flushed() {
        await Promise.resolve();
        steps.push(`written ${trail.sequence}`);
      },
    };
    const telling = (): Promise<RawResponse> => {
      trail.sequence++;
      return trail.sequence === 2 ? Promise.reject(new Error("half-way")) : done();
    };
    const target = { ...ROUTE, isAudited: true };
    const pipeline = pipelineOf(dialect("", telling, { target }), { trail });
    for (const status of [200, 500]) expect((await pipeline.answer(request("/x"))).status).toBe(status);
    await pipelineOf(dialect("", done, { target }), { trail }).answer(request("/x"));
    await pipelineOf(dialect("", telling), { trail }).answer(request("/x"));
    expect(steps.filter((step) => step.startsWith("written"))).toEqual(["written 1", "written 2"]);
  });
});
