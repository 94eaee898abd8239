/** An engine of a test's own process, without a folder and without security. */
import { expect } from "vitest";
import type { EngineOptions } from "../src/server/engine-options.ts";

export const inMemory: Omit<EngineOptions, "log"> = {
  dataPath: undefined,
  configFolder: undefined,
  threads: 0,
  memoryBytes: 512 * 1024 ** 2,
  clusterName: "in-memory",
  nodeName: "in-memory",
  host: "127.0.0.1",
  security: { enabled: false } as EngineOptions["security"],
  onFatal: (error) => expect(error).toBeUndefined(),
};
