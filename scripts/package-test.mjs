// Packs the project, installs the tarball in an empty folder and uses it as a stranger would: by the command and by an
// import.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "wardex-package-"));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const check = (condition, what) => {
  if (!condition) throw new Error(`package test: ${what}`);
  console.log(`ok: ${what}`);
};

try {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root));
  const names = packed.files.map((file) => file.path);
  check(!names.some((name) => /\.test\.|-harness|-fixture|\.contract\./.test(name)), "the tarball holds no tests");
  check(
    names.includes("dist/kernel/kernel.wasm") && names.includes("LICENSE") && names.includes("NOTICE"),
    "it holds the kernel, the licence and the notices",
  );
  check(
    names.includes("dist/ui/manifest.json") && names.some((name) => /^dist\/ui\/main-.*\.js\.br$/.test(name)),
    "it holds the console",
  );
  const home = join(folder, "home");
  writeFileSync(join(folder, "package.json"), "{}");
  run("mkdir", [home], folder);
  writeFileSync(join(home, "package.json"), '{"type":"module","private":true}');
  run("npm", ["install", "--no-fund", "--no-audit", "--omit=dev", join(folder, packed.filename)], home);
  check(!readdirSync(join(home, "node_modules")).includes("vitest"), "no development dependency is installed");
  await byCommand(home);
  byImport(home);
  console.log("package test passed");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the installed command, indexes and searches with the credentials that it printed. */
async function byCommand(home) {
  const child = spawn(join(home, "node_modules/.bin/wardex"), ["--data", join(home, "data"), "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  try {
    const text = await new Promise((resolve, reject) => {
      let seen = "";
      child.stdout.on("data", (piece) => {
        seen += piece;
        if (seen.includes("shown once")) resolve(seen);
      });
      child.once("exit", (code) => reject(new Error(`the command ended with ${code}: ${seen}`)));
    });
    const url = /http:\/\/\S+:\d+/.exec(text)[0];
    const token = /token\s+(\S+)/.exec(text)[1];
    const page = await fetch(`${url}/ui/`, { headers: { accept: "text/html" } });
    check(page.status === 200 && (await page.text()).includes("/ui/a/main-"), "the command serves the console");
    const call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return response.json();
    };
    await call("PUT", "/towns/_doc/1?refresh=true", { name: "Bern" });
    const found = await call("POST", "/towns/_search", { query: { match: { name: "bern" } } });
    check(found.hits?.total?.value === 1, "the command serves: a document is indexed and found");
  } finally {
    child.kill("SIGTERM");
  }
  check((await gone) === 0, "SIGTERM ends it with 0");
}

/** Uses the package from an ES module. */
function byImport(home) {
  const script = `import { open } from "wardex";
const engine = await open();
const connection = new engine.Connection({ url: new URL(engine.url) });
const json = { "content-type": "application/json" };
await connection.request({ method: "PUT", path: "/t/_doc/1", querystring: "refresh=true", headers: json, body: '{"a":1}' }, {});
const answer = await connection.request({ method: "GET", path: "/t/_count", headers: {} }, {});
console.log(JSON.parse(answer.body).count);
await engine.close();
`;
  writeFileSync(join(home, "use.mjs"), script);
  check(
    run(process.execPath, ["use.mjs"], home).trim() === "1",
    "the import opens an engine in memory, indexes and counts",
  );
}
