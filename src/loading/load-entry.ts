/**
 * Loads an entry of the build: chunks of CommonJS, which Node could load by itself. This loader gives V8 what it
 * compiled at an earlier start (`compiled-code.ts`), for which Node 20 has no means of its own.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { COMPILED_CODE_VARIABLE, CompiledCode, compiledCodeFolder } from "./compiled-code.ts";

/** So long after a start what it needed is compiled. */
const SETTLED_MS = 5_000;
/** The code of a chunk is copied at once (that of the largest takes 15 ms). After so many bytes others have a turn. */
const TURN_BYTES = 131_072;
const PAUSE_MS = 50;

/** What an entry exports, by its names. */
export type Exports = Record<string, unknown>;

/**
 * The exports of the entry that stands beside `url` in `dist`. The command (`keeps`) decides where compiled code is
 * kept for itself and its threads; a library does without, unless its process says a folder.
 */
export function loadEntry(url: string, build: string, keeps = false, settledMs = SETTLED_MS): Exports {
  const file = fileURLToPath(url).replace(/\.js$/, ".cjs");
  const nodeRequire = createRequire(file);
  if (isLeftToNode()) return nodeRequire(file) as Exports;
  if (keeps) process.env[COMPILED_CODE_VARIABLE] ??= compiledCodeFolder(process.env) ?? "";
  const folder = process.env[COMPILED_CODE_VARIABLE] ?? "";
  const compiled = folder === "" ? undefined : new CompiledCode(folder, basename(file, ".cjs"), build);
  return new Loader(nodeRequire, compiled, settledMs).load(file);
}

/** Node maps places to those of sources in what it loads itself. */
const isLeftToNode = (): boolean => process.execArgv.includes("--enable-source-maps");

type Chunk = (
  exports: Exports,
  require: (name: string) => unknown,
  module: { readonly exports: Exports; import(name: string): Promise<unknown> },
  file: string,
  folder: string,
) => void;

class Loader {
  readonly #nodeRequire: NodeJS.Require;
  readonly #loaded = new Map<string, Exports>();
  /** What V8 compiled, until the start is over; undefined: nothing is kept. */
  #kept: Map<string, Uint8Array> | undefined;
  readonly #fresh = new Map<string, Script>();

  constructor(nodeRequire: NodeJS.Require, compiled: CompiledCode | undefined, settledMs: number) {
    this.#nodeRequire = nodeRequire;
    if (!compiled) return;
    this.#kept = new Map(compiled.read());
    setTimeout(() => void this.#settle(compiled), settledMs).unref();
  }

  load(file: string): Exports {
    const loaded = this.#loaded.get(file);
    if (loaded) return loaded;
    const module = { exports: {}, import: (name: string): Promise<unknown> => import(name) };
    this.#loaded.set(file, module.exports);
    const folder = dirname(file);
    const require = (name: string): unknown =>
      name.startsWith(".") ? this.load(join(folder, name)) : this.#nodeRequire(name);
    this.#compile(file)(module.exports, require, module, file, folder);
    return module.exports;
  }

  #compile(file: string): Chunk {
    const name = basename(file);
    const kept = this.#kept?.get(name);
    // Nothing in it is beyond ASCII (`scripts/latin-only.mjs`).
    const script = new Script(
      `(function (exports, require, module, __filename, __dirname) { ${readFileSync(file, "latin1")}\n});`,
      {
        filename: file,
        ...(kept ? { cachedData: kept } : {}),
      },
    );
    if (this.#kept && (!kept || script.cachedDataRejected)) this.#fresh.set(name, script);
    return script.runInThisContext() as Chunk;
  }

  async #settle(compiled: CompiledCode): Promise<void> {
    const kept = this.#kept ?? new Map<string, Uint8Array>();
    this.#kept = undefined;
    if (this.#fresh.size === 0) return;
    let copied = 0;
    for (const [name, script] of this.#fresh) {
      const code = script.createCachedData();
      kept.set(name, code);
      copied += code.length;
      if (copied < TURN_BYTES) continue;
      copied = 0;
      await new Promise<void>((resolve) => void setTimeout(resolve, PAUSE_MS).unref());
    }
    this.#fresh.clear();
    compiled.write(kept);
  }
}
