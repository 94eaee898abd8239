/**
 * The programs of `client-sessions/` against a server of ours. Those in Go and Java take minutes to build: they run
 * with WARDEX_DEEP (`npm run deep`), where the languages and their registries can be had. WARDEX_RECORD=1 with
 * WARDEX_ORACLE (an address of 8.19) and WARDEX_ORACLE_7 (7.10) writes anew what is expected.
 */
import { execFile } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { checkClientSession, type Command, programs, recordClientSession } from "./client-sessions.ts";
import { temporaryFolder } from "./server-process.ts";

const run = promisify(execFile);
const BUILD_MS = 600_000;

/** A way to run a program, or why there is none here. */
type Built = { readonly command: Command } | { readonly missing: string };

interface Program {
  readonly name: string;
  /** The version that it was recorded from. */
  readonly beside: "8.19" | "7.10";
  /** Whether it is quick enough for every run of the tests. */
  readonly quick: boolean;
  build(): Promise<Built>;
}

const list: readonly Program[] = [
  {
    name: "javascript-7",
    beside: "7.10",
    quick: true,
    build: () => Promise.resolve({ command: [process.execPath, join(programs, "javascript-7.mjs")] }),
  },
  { name: "python-8", beside: "8.19", quick: true, build: buildPython },
  { name: "go-8", beside: "8.19", quick: false, build: buildGo },
  { name: "java-8", beside: "8.19", quick: false, build: buildJava },
];

const deep = process.env["WARDEX_DEEP"] !== undefined;

test.for(list)("$name, recorded from $beside", { timeout: BUILD_MS + 120_000 }, async (program, context) => {
  if (!program.quick && !deep) return context.skip(`${program.name} takes minutes to build: npm run deep`);
  const built = await program.build();
  if ("missing" in built) {
    console.log(`skipped: ${built.missing}`);
    return context.skip(built.missing);
  }
  const oracle = process.env[program.beside === "7.10" ? "WARDEX_ORACLE_7" : "WARDEX_ORACLE"];
  if (process.env["WARDEX_RECORD"] === "1" && oracle !== undefined)
    await recordClientSession(program.name, built.command, await accepted(oracle));
  await checkClientSession(program.name, built.command);
});

function buildPython(): Promise<Built> {
  const folder = temporaryFolder();
  const python = join(folder, "bin/python");
  return building("Python's elasticsearch 8", [python, join(programs, "python-8.py")], async () => {
    await run("python3", ["-m", "venv", folder], { timeout: BUILD_MS });
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "elasticsearch>=8.19,<9"];
    await run(python, install, { timeout: BUILD_MS });
  });
}

function buildGo(): Promise<Built> {
  const program = join(temporaryFolder(), "session");
  return building("Go's go-elasticsearch 8", [program], () =>
    run("go", ["build", "-o", program, "."], { cwd: join(programs, "go-8"), timeout: BUILD_MS }),
  );
}

function buildJava(): Promise<Built> {
  const folder = temporaryFolder();
  const classes = [join(folder, "classes"), join(folder, "libraries/*")].join(":");
  const options = ["-q", "-B", `-Dfolder=${folder}`, "compile", "dependency:copy-dependencies"];
  return building("the Java client 8", ["java", "-cp", classes, "Session"], () =>
    run("mvn", [...options, `-DoutputDirectory=${join(folder, "libraries")}`], {
      cwd: join(programs, "java-8"),
      timeout: BUILD_MS,
    }),
  );
}

async function building(what: string, command: Command, build: () => Promise<unknown>): Promise<Built> {
  try {
    await build();
    return { command };
  } catch (error) {
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { missing: `${what} cannot be had here: ${line}` };
  }
}

/** The client of 7.17 takes 7.10 only when it says that it is the default distribution: an address that says so. */
async function accepted(oracle: string): Promise<string> {
  const { hostname, port } = new URL(oracle);
  const server = createServer((asked, answering) => {
    const { method, url, headers } = asked;
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const body = Buffer.concat(chunks);
        const { "content-length": _, ...rest } = answer.headers;
        answering.writeHead(answer.statusCode ?? 502, rest);
        answering.end(url === "/" ? body.toString().replace(/("build_flavor" *: *)"\w+"/, '$1"default"') : body);
      });
    });
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
