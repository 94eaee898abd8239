// npm run browser -- --measure: the numbers that docs/console.md tells. Not checked: they are the machine's as much as
// ours.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ARGUMENTS, PASSWORD, startServer } from "./run.mjs";
import { longestScrolling } from "./scrolling.mjs";
import { seedTowns } from "./seeds.mjs";

const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const USERS = 10_000;
const ROWS = 100_000;
const LARGE_BYTES = 1e9;
const LARGE_FOR_MS = 30_000;

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

export async function measure({ executable }) {
  const server = await startServer({ seed: (made) => seedTowns(made, { more: 10_000 }) });
  const browser = await chromium.launch({ executablePath: executable, args: ARGUMENTS });
  console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, Node ${process.versions.node}`);
  const tell = (what, value) => console.log(`${what}: ${value} (load ${loadavg()[0].toFixed(1)})`);
  try {
    for (const part of [sizes, paints, slowLine, scrolling, users, rows, large])
      await part({ browser, server, tell }).catch((error) => tell(part.name, `failed: ${error.message}`));
  } finally {
    await browser.close();
    await server.close();
  }
  return 0;
}

const newPage = async (browser) => (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();

async function signIn(page, server, hash = "") {
  await page.goto(`${server.url}/ui/${hash}`);
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Bytes by gzip of the console's files that a page asked for. */
async function sizes({ browser, server, tell }) {
  const page = await newPage(browser);
  const asked = new Set();
  page.on("request", (request) => {
    if (request.url().includes("/ui/")) asked.add(request.url().split("#")[0]);
  });
  const packed = async () => {
    let sum = 0;
    for (const url of asked) {
      const headers = { accept: "text/html", "accept-encoding": "gzip" };
      sum += Number((await fetch(url, { method: "HEAD", headers })).headers.get("content-length"));
    }
    return `${(sum / 1024).toFixed(1)} KB by gzip`;
  };
  await page.goto(`${server.url}/ui/`);
  await page.getByLabel("User name").waitFor();
  tell("first view", await packed());
  await signIn(page, server);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  tell("with the overview", await packed());
  await page.evaluate(() => (location.hash = "#/search?index=towns"));
  await page.getByRole("group", { name: "Hits" }).locator("tbody tr").first().waitFor();
  tell("with the workbench", await packed());
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByRole("textbox", { name: "Body of the search" }).waitFor();
  await page.waitForTimeout(1500);
  tell("with editor and map", await packed());
  await page.context().close();
}

const firstPaint = (page) =>
  page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);

async function paints({ browser, server, tell }) {
  const [painted, found] = [[], []];
  for (let turn = 0; turn < 5; turn++) {
    const page = await newPage(browser);
    await page.goto(`${server.url}/ui/#/search?index=towns`);
    await page.getByLabel("User name").fill("admin");
    painted.push(await firstPaint(page));
    await page.getByLabel("Password").fill(PASSWORD);
    const began = performance.now();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("group", { name: "Hits" }).locator("tbody tr").first().waitFor();
    found.push(performance.now() - began);
    await page.context().close();
  }
  tell("first contentful paint, median of 5", `${Math.round(median(painted))} ms`);
  tell("sign-in to first results, median of 5", `${Math.round(median(found))} ms`);
}

async function slowLine({ browser, server, tell }) {
  const page = await newPage(browser);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const began = performance.now();
  await page.goto(`${server.url}/ui/#/search?index=towns`);
  await page.getByLabel("User name").fill("admin");
  tell("1.6 Mbit/s, 150 ms, CPU ÷ 4: first paint", `${Math.round(await firstPaint(page))} ms`);
  tell("the same: the form can be used", `${Math.round(performance.now() - began)} ms`);
  await page.getByLabel("Password").fill(PASSWORD);
  const signed = performance.now();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("group", { name: "Hits" }).locator("tbody tr").first().waitFor();
  tell("the same: sign-in to first results", `${Math.round(performance.now() - signed)} ms`);
  await page.context().close();
}

async function scrolling({ browser, server, tell }) {
  const page = await newPage(browser);
  await signIn(page, server, "#/search?index=towns");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByRole("textbox", { name: "Body of the search" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('{ "size": 10000 }');
  await page.keyboard.press("Control+Enter");
  await page.getByRole("group", { name: "Hits" }).locator("table[aria-rowcount='10001']").waitFor();
  await page.waitForTimeout(1000);
  const longest = [];
  for (let turn = 0; turn < 3; turn++) longest.push(await longestScrolling(page));
  const shown = longest.map((one) => (one === 0 ? "below 50" : Math.round(one))).join(", ");
  tell("longest task while scrolling 10,000 hits, three times", `${shown} ms`);
  await page.context().close();
}

async function users({ browser, server, tell }) {
  for (let at = 0; at < USERS; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, more) =>
        server.ask("POST", "/api/v2beta/core/users/", { username: `user-${at + more}`, name: `User ${at + more}` }),
      ),
    );
  const page = await newPage(browser);
  await signIn(page, server);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const times = { rows: [], filter: [] };
  for (let turn = 0; turn < 5; turn++) {
    const { rows: first, filter } = await page.evaluate(
      async (word) => {
        const until = async (what) => {
          while (!what()) await new Promise((resolve) => requestAnimationFrame(resolve));
        };
        const began = performance.now();
        location.hash = "#/users";
        await until(() => document.querySelector("[aria-label=Users] tbody tr"));
        const shown = performance.now();
        const box = document.querySelector("[aria-label='Find users']");
        box.value = word;
        box.dispatchEvent(new Event("input", { bubbles: true }));
        await until(() => document.querySelector("[aria-label=Users] tbody td")?.textContent === word);
        const done = { rows: shown - began, filter: performance.now() - shown };
        location.hash = "#/overview";
        await until(() => !document.querySelector("[aria-label='Find users']"));
        return done;
      },
      `user-${5000 + turn}`,
    );
    times.rows.push(first);
    times.filter.push(filter);
  }
  tell(`list of ${USERS} users: first rows, median of 5`, `${Math.round(median(times.rows))} ms`);
  tell("the same: filter, median of 5", `${Math.round(median(times.filter))} ms`);
  await page.context().close();
}

async function inFile(bytes, run) {
  const folder = mkdtempSync(join(tmpdir(), "wardex-measure-"));
  try {
    const path = join(folder, "rows.csv");
    const file = openSync(path, "w");
    let written = writeSync(file, "number,name,score,when\n");
    for (let row = 0; written < bytes; row += 1000) {
      const lines = Array.from(
        { length: 1000 },
        (_, at) => `${row + at},"name ${at % 977}",${(row + at) / 7},2024-0${1 + (at % 9)}-11\n`,
      );
      written += writeSync(file, lines.join(""));
    }
    closeSync(file);
    await run(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function beginImport(page, server, path) {
  await signIn(page, server, "#/import");
  await page.getByLabel("File to import").setInputFiles(path);
  await page.getByLabel("Type of number").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
}

async function rows({ browser, server, tell }) {
  await inFile(ROWS * 44, async (path) => {
    const page = await newPage(browser);
    await beginImport(page, server, path);
    const began = performance.now();
    await page.getByText("All is in:").waitFor({ timeout: 120_000 });
    const { count } = await server.ask("GET", "/rows/_count");
    tell(`import of ${count} rows`, `${Math.round((1000 * count) / (performance.now() - began))} rows a second`);
    await page.context().close();
    await server.ask("DELETE", "/rows");
  });
}

async function large({ browser, server, tell }) {
  await inFile(LARGE_BYTES, async (path) => {
    const page = await newPage(browser);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await beginImport(page, server, path);
    let most = 0;
    for (const began = performance.now(); performance.now() - began < LARGE_FOR_MS;) {
      const { metrics } = await session.send("Performance.getMetrics");
      most = Math.max(most, metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0);
      await page.waitForTimeout(200);
    }
    tell(`file of 1 GB, its first ${LARGE_FOR_MS / 1000} s: largest heap`, `${Math.round(most / 2 ** 20)} MB`);
    await page.context().close();
  });
}
