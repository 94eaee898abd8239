// Runs the tests of a file in the published form of YAML suites: `setup`, `teardown`, and tests by their titles, each a
// list of steps (`do`, `set`, and what is expected of the last answer).
import { readFileSync } from "node:fs";
import YAML from "yaml";
import { requestOf } from "./calls.mjs";
import { missedBy, uncaught, valueAt } from "./expectations.mjs";

/** The tests of a file: their titles and steps, with those before and after each. */
export function testsOf(file) {
  const documents = YAML.parseAllDocuments(readFileSync(file, "utf8")).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0].message}`);
    return document.toJS() ?? {};
  });
  const named = documents.flatMap((document) => Object.entries(document));
  const stepsOf = (name) => named.find(([title]) => title === name)?.[1] ?? [];
  return named
    .filter(([title]) => title !== "setup" && title !== "teardown")
    .map(([title, steps]) => ({ title, setup: stepsOf("setup"), steps, teardown: stepsOf("teardown") }));
}

/**
 * Runs a test: `send({method, path, contentType, headers, body})` answers status and text. Answers undefined, or which
 * step failed, and how.
 */
export async function runTest({ setup, steps, teardown }, send) {
  const run = new Run(send);
  const failed = (await run.all(setup)) ?? (await run.all(steps));
  const after = await run.all(teardown);
  return failed ?? after;
}

/** Removes the indices of a test: those whose names begin with `own-`. */
export async function wipe(send) {
  const request = (method, path) => send({ method, path, contentType: "application/json", headers: {} });
  const { text } = await request("GET", "/_cat/indices/own-*?h=index&format=json&expand_wildcards=all");
  const names = JSON.parse(text).map(({ index }) => index);
  if (names.length > 0) await request("DELETE", `/${names.join(",")}`);
}

class Run {
  #send;
  #answer;
  #kept = new Map();

  constructor(send) {
    this.#send = send;
  }

  async all(steps) {
    for (const step of steps) {
      const [kind, given] = Object.entries(step)[0];
      const failed = await this.#step(kind, this.#filled(given));
      if (failed) return `${kind} ${JSON.stringify(given)}: ${failed}`;
    }
    return undefined;
  }

  async #step(kind, given) {
    if (kind === "do") return this.#call(given);
    if (kind !== "set") return missedBy(this.#answer, kind, given);
    for (const [path, name] of Object.entries(given)) this.#kept.set(name, valueAt(this.#answer, this.#filled(path)));
    return undefined;
  }

  async #call({ catch: wanted, headers = {}, ...call }) {
    const [[name, parameters]] = Object.entries(call);
    const { ignore, ...given } = parameters ?? {};
    const request = requestOf(name, given);
    const { status, text } = await this.#send({ ...request, headers });
    this.#answer = request.method === "HEAD" ? status < 300 : read(text);
    if (wanted !== undefined) return uncaught(wanted, { status, text });
    const passes = status < 300 || request.method === "HEAD" || [ignore].flat().includes(status);
    return passes ? undefined : `${status} ${text.slice(0, 500)}`;
  }

  /** Values with `$name` and `${name}` in the place of what was kept. */
  #filled(value) {
    if (typeof value === "string") {
      const whole = /^\$(\w+)$|^\$\{(\w+)\}$/.exec(value);
      const name = whole?.[1] ?? whole?.[2];
      if (name !== undefined && this.#kept.has(name)) return this.#kept.get(name);
      return value.replace(/\$\{(\w+)\}/g, (all, own) => (this.#kept.has(own) ? String(this.#kept.get(own)) : all));
    }
    if (Array.isArray(value)) return value.map((one) => this.#filled(one));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#filled(one)]));
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
