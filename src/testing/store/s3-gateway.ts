/** The Versity gateway over a folder, for tests: a real S3-compatible store with conditional writes. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Place } from "../../store/blobs/s3-blobs.ts";
import { componentFolder } from "./component-folder.ts";
import { freePorts } from "./free-ports.ts";

const binary = join(componentFolder, "versitygw");
const KEYS = { accessKey: "key", secretKey: "secretsecret" };
const BUCKET = "bucket";
const LOOKS = 200;
const LOOK_MS = 50;

/** Why there is no gateway; undefined: there is one. */
export const gatewayMissing: string | undefined = existsSync(binary)
  ? undefined
  : "no versitygw: node scripts/cluster/components.mjs";

export class S3Gateway {
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #endpoint: string;

  private constructor(folder: string, child: ChildProcess, endpoint: string) {
    this.#folder = folder;
    this.#child = child;
    this.#endpoint = endpoint;
  }

  static async start(): Promise<S3Gateway> {
    const folder = mkdtempSync(join(tmpdir(), "wardex-gateway-"));
    mkdirSync(join(folder, BUCKET));
    const [port = 0] = await freePorts(1);
    const keys = ["--access", KEYS.accessKey, "--secret", KEYS.secretKey];
    const child = spawn(binary, [...keys, "--port", `127.0.0.1:${port}`, "posix", folder], { stdio: "ignore" });
    const endpoint = `http://127.0.0.1:${port}`;
    for (let look = 0; look < LOOKS; look++) {
      if (await fetch(endpoint).catch(() => undefined)) break;
      await new Promise((go) => setTimeout(go, LOOK_MS));
    }
    return new S3Gateway(folder, child, endpoint);
  }

  place(prefix: string): S3Place {
    return { endpoint: this.#endpoint, region: "us-east-1", bucket: BUCKET, prefix, ...KEYS, headers: {} };
  }

  async stop(): Promise<void> {
    await new Promise((ended) => {
      this.#child.once("exit", ended);
      this.#child.kill("SIGKILL");
    });
    rmSync(this.#folder, { recursive: true });
  }
}
