/**
 * A second descriptor of a listening socket, for another thread to accept from. With the same one, whichever thread
 * closed it or died would take it from all others, and its number would soon stand for something else. Node can
 * duplicate none; but what is sent to another process arrives as a new one, so a short-lived process sends it back.
 */
import { spawn } from "node:child_process";
import type { Server } from "node:net";

const HELPER = "process.on('message', (name, handle) => process.send(name, handle, () => process.disconnect()));";
const TIMEOUT_MS = 10_000;

/** Rejects where the system cannot do it. Whoever takes it has to close it. */
export function secondDescriptor(server: Server): Promise<number> {
  const child = spawn(process.execPath, ["-e", HELPER], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {},
    timeout: TIMEOUT_MS,
  });
  return new Promise((resolve, reject) => {
    const failed = (): void => reject(new Error("the socket cannot be shared between threads"));
    child.once("error", failed);
    child.once("exit", failed);
    child.once("message", (_name, handle: unknown) => {
      const descriptor = handleDescriptor(handle);
      if (descriptor === undefined) failed();
      else resolve(descriptor);
    });
    // The handle itself: a server would begin to accept on the other side.
    child.send("socket", Reflect.get(server, "_handle"), (error) => error && failed());
  });
}

function handleDescriptor(handle: unknown): number | undefined {
  const descriptor: unknown = typeof handle === "object" && handle !== null ? Reflect.get(handle, "fd") : undefined;
  return typeof descriptor === "number" && descriptor >= 0 ? descriptor : undefined;
}
