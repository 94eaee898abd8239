import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["./test/build-kernel.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Modules are loaded once for a worker, not once for a file: nothing in them remembers what a test did.
    isolate: false,
    // What is built is tested as it is.
    server: { deps: { external: [/\/dist\//] } },
  },
});
