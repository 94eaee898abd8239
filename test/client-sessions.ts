/**
 * Programs in several languages with the official clients (`client-sessions/`): each prints what the client made of the
 * answers, a line of JSON for each step. `client-sessions/<name>.jsonl` is what it prints beside Elasticsearch.
 */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { startServer, temporaryFolder } from "./server-process.ts";
import { stable } from "./sessions.ts";

const run = promisify(execFile);
const RUN_MS = 120_000;
const MOST_PRINTED = 64 << 20;

/** The folder of the programs. */
export const programs = fileURLToPath(new URL("client-sessions", import.meta.url));

/** A program and its arguments; the address of a server comes last. */
export type Command = readonly [string, ...string[]];

/** Runs a program beside a server of ours and compares what it prints with what it printed beside Elasticsearch. */
export async function checkClientSession(name: string, command: Command): Promise<void> {
  const server = await startServer(["--security", "off", "--path-repo", temporaryFolder()]);
  const answered = await steps(command, server.url);
  await server.stop();
  const recorded = JSON.parse(`[${readFileSync(fileOf(name), "utf8").trim().replaceAll("\n", ",")}]`) as Step[];
  for (const [number, step] of answered.entries()) expect(step, `${name}: ${step.step}`).toEqual(recorded[number]);
  expect(answered.length).toBe(recorded.length);
}

/** Runs a program beside Elasticsearch and keeps what it prints. */
export async function recordClientSession(name: string, command: Command, address: string): Promise<void> {
  const lines = (await steps(command, address)).map((step) => JSON.stringify(step));
  writeFileSync(fileOf(name), `${lines.join("\n")}\n`);
}

interface Step {
  readonly step: string;
  readonly answer: unknown;
}

async function steps([program, ...given]: Command, address: string): Promise<Step[]> {
  const { stdout } = await run(program, [...given, address], { timeout: RUN_MS, maxBuffer: MOST_PRINTED });
  return (JSON.parse(`[${stdout.trim().replaceAll("\n", ",")}]`) as Step[]).map(({ step, answer }) => ({
    step,
    answer: stable(answer),
  }));
}

function fileOf(name: string): string {
  return `${programs}/${name}.jsonl`;
}
