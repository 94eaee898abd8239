#!/usr/bin/env node
/**
 * Where the command begins. It loads the rest, which is some hundred files: where they cannot be opened, no code of
 * theirs can say so.
 */
import { systemFailure } from "./system-failure.ts";

import("./main.ts").catch((error: unknown) => {
  process.stderr.write(
    `wardex: ${systemFailure(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  );
  process.exit(1);
});
