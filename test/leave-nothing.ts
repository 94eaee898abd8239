// Runs before each test file: modules are loaded once for a worker, so that a hook in one of them would be the first
// file's alone.
import { afterAll } from "vitest";
import { endAll } from "./left-behind.ts";

afterAll(endAll);
