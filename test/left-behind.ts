/** What tests started and made, to be ended and removed after the file that did it. */
import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** A process that must not outlive the test file. */
export function noteChild(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}

/** A folder that goes away after the tests of the file. */
export function noteFolder(folder: string): void {
  folders.add(folder);
}

/** Ends what still runs, and removes the folders. */
export function endAll(): void {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
