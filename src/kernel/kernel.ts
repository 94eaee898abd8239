/** The WebAssembly kernel: compiled once in a thread, instantiated once for each memory it works in. */
import { existsSync, readFileSync } from "node:fs";

/** What the kernel exports. Addresses and lengths are bytes; see `assembly/` for what each function does. */
export interface KernelInstance {
  compress(source: number, length: number, target: number, table: number): number;
  decompress(source: number, length: number, target: number, size: number): number;
}

/** Beside the compiled file; when the sources run as they are, the file that the build put into `dist`. */
const candidates = [new URL("./kernel.wasm", import.meta.url), new URL("../../dist/kernel/kernel.wasm", import.meta.url)];

let compiled: WebAssembly.Module | undefined;
const instances = new WeakMap<WebAssembly.Memory, KernelInstance>();

function compiledModule(): WebAssembly.Module {
  if (compiled) return compiled;
  const file = candidates.find((url) => existsSync(url));
  if (!file) throw new Error("the kernel is not built: run `npm run build`");
  compiled = new WebAssembly.Module(readFileSync(file));
  return compiled;
}

/** The kernel over one memory. Instances keep no state in the memory, so any number of threads may run over the same one. */
export function kernelFor(memory: WebAssembly.Memory): KernelInstance {
  const known = instances.get(memory);
  if (known) return known;
  const instance = new WebAssembly.Instance(compiledModule(), { env: { memory } });
  const kernel = instance.exports as unknown as KernelInstance;
  instances.set(memory, kernel);
  return kernel;
}
