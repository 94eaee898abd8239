import { defineConfig } from "vitest/config";

/** Tests that replace a module for themselves. */
const replacing = ["src/search/script-language.test.ts"];

/** A quarter of a minute and more each: `.ci/run` runs them after `npm test`, which everybody waits for. */
const long = [
  "test/client-sessions.test.ts",
  "test/cluster-place.test.ts",
  "test/damage.test.ts",
  "test/fuzz.test.ts",
  "test/identity-crash.test.ts",
  "test/identity-schema.test.ts",
  "test/many-segments.test.ts",
  "test/python-client.test.ts",
  "test/segment-memory.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: ["./test/build-kernel.ts"],
    setupFiles: ["./test/leave-nothing.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // What is built is tested as it is.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
          exclude: [...replacing, ...long],
          // Modules are loaded once for a worker, not once for a file: nothing in them remembers what a test did.
          isolate: false,
        },
      },
      { extends: true, test: { name: "long", include: long, isolate: false } },
      { extends: true, test: { name: "replacing", include: replacing } },
    ],
  },
});
