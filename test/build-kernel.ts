/** Compiles the kernel before any test, when it is older than its source. */
import { execFileSync } from "node:child_process";

export default function setup(): void {
  execFileSync(process.execPath, ["scripts/build.mjs", "--kernel-only"], { stdio: "inherit" });
}
