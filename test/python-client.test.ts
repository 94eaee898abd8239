/**
 * The official Python client, installed into a folder of its own; skipped where Python or its registry cannot be had.
 */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runCommand, startServer, temporaryFolder } from "./server-process.ts";

const run = promisify(execFile);
const script = join(dirname(fileURLToPath(import.meta.url)), "python-client.py");
const PASSWORD = "correct horse battery";
const INSTALL_MS = 180_000;

/** A Python with the client, or why there is none. */
async function pythonWithClient(): Promise<{ python: string } | { missing: string }> {
  const folder = temporaryFolder();
  const python = join(folder, "bin/python");
  try {
    await run("python3", ["-m", "venv", folder], { timeout: INSTALL_MS });
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "elasticsearch>=8.15,<9"], {
      timeout: INSTALL_MS,
    });
    return { python };
  } catch (error) {
    return {
      missing: `Python's elasticsearch 8 cannot be had here: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}`,
    };
  }
}

test("Python's elasticsearch 8 works unchanged", { timeout: 2 * INSTALL_MS }, async (context) => {
  const found = await pythonWithClient();
  if ("missing" in found) {
    console.log(`skipped: ${found.missing}`);
    return context.skip(found.missing);
  }
  const folder = temporaryFolder();
  const made = await runCommand(["certificate", "--folder", folder]);
  const [certificate, key] = [join(folder, "wardex.crt"), join(folder, "wardex.key")];
  const fingerprint = /fingerprint {2}(\S+)/.exec(made.output)?.[1] ?? "";
  const server = await startServer(["--security", "on", "--tls-certificate", certificate, "--tls-key", key], {
    WARDEX_ADMIN_PASSWORD: PASSWORD,
  });
  const { stdout } = await run(found.python, ["-W", "error", script, server.url, PASSWORD, certificate, fingerprint], {
    timeout: 60_000,
  });
  expect(stdout).toBe("the Python client is content\n");
  await server.stop();
});
