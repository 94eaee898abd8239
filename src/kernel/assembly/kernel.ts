// The kernel's exports. Built by scripts/build.mjs into dist/kernel/kernel.wasm; no state of its own in linear memory.
export { compress, decompress } from "./codec";
