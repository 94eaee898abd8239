/** The built command as a process of its own, for tests from outside. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { noteChild, noteFolder } from "./left-behind.ts";

/** The command. */
export const mainFile = join(dirname(fileURLToPath(import.meta.url)), "../dist/server/start.js");

const READY_MS = 30_000;
const ANSWER_MS = 60_000;

/** An answer; `body` is parsed where it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // What a server answers has no type before it is looked at; tests look.
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
}

/** A running server. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Time from the start to the line with the address. */
  readonly readyMs: number;
  /** Standard output, and the log. */
  readonly output: () => string;
  readonly log: () => string;
  /** Resolves with the exit code, or the signal. */
  readonly gone: Promise<number | string>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | string>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** How a command that does not keep running ended. */
export interface CommandResult {
  readonly code: number | string;
  readonly output: string;
  readonly errors: string;
}

/** A folder that goes away after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wardex-test-"));
  noteFolder(folder);
  return folder;
}

/** The environment without settings of the product. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WARDEX_")));
}

function spawnCommand(
  args: readonly string[],
  environment: Record<string, string>,
): { child: ChildProcess; output: () => string; log: () => string; gone: Promise<number | string> } {
  const child = spawn(process.execPath, [mainFile, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...cleanEnvironment(), ...environment },
  });
  noteChild(child);
  let output = "";
  let log = "";
  child.stdout?.on("data", (piece: Buffer) => (output += piece.toString()));
  child.stderr?.on("data", (piece: Buffer) => (log += piece.toString()));
  const gone = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => {
      resolve(code ?? signal ?? "gone");
    });
  });
  return { child, output: () => output, log: () => log, gone };
}

/** Runs the command until it ends. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const { child, output, log, gone } = spawnCommand(args, environment);
  const timer = setTimeout(() => child.kill("SIGKILL"), READY_MS);
  const code = await gone;
  clearTimeout(timer);
  return { code, output: output(), errors: log() };
}

/** Starts a server on any port, without security unless the arguments say otherwise; resolves when it listens. */
export async function startServer(
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const given = new Set(args);
  const defaults: [string, string][] = [
    ["--data", ":memory:"],
    ["--port", "0"],
    ["--security", "off"],
    ["--threads", "1"],
  ];
  const flags = defaults.flatMap(([flag, value]) => (given.has(flag) ? [] : [flag, value]));
  const startedMs = performance.now();
  const { child, output, log, gone } = spawnCommand([...flags, ...args], environment);
  const url = await addressOf(child, output, log, gone);
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedMs,
    output,
    log,
    gone,
    call: (method, path, body, headers = {}) => call(url, method, path, body, headers),
    stop() {
      child.kill("SIGTERM");
      return gone;
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function addressOf(
  child: ChildProcess,
  output: () => string,
  log: () => string,
  gone: Promise<unknown>,
): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`the server does not listen after ${READY_MS} ms:\n${output()}${log()}`));
    }, READY_MS);
    child.stdout?.on("data", () => {
      const url = /on (https?:\/\/\S+) .*\n/.exec(output())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    void gone.then((code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${String(code)} before it listened:\n${output()}${log()}`));
    });
  });
}

/** One request. Text goes as it is, anything else as JSON; lines of JSON are told by their end. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  const type = typeof body === "string" && body.endsWith("\n") ? "application/x-ndjson" : "application/json";
  const response = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: { ...(body === undefined ? {} : { "content-type": type }), ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
