// Runs the journeys, each with a page of its own. Whatever a journey is about, it also fails on an error of the page's
// console, a violation of the content security policy, a request to another host, and what axe-core finds.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { open } from "../../dist/server/wardex.js";
import { journeys } from "./journeys.mjs";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const PASSWORD = "admin-password";
const TIMEOUT_MS = 15_000;
/** Of a whole journey, on a machine that does much else. */
const MOST_MS = 90_000;
const CLOSE_MS = 5000;

/** Answers the exit code. */
export async function runJourneys({ executable, wanted, pictures, shots }) {
  const chosen = journeys.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  if (chosen.length === 0) throw new Error(`no journey is called like ${wanted.join(", ")}`);
  const started = performance.now();
  const failures = [];
  let checked = 0;
  let browser;
  for (const journey of chosen) {
    browser ??= await chromium.launch({ executablePath: executable, args: ARGUMENTS });
    const began = performance.now();
    const faults = [];
    const travel = runOne({ journey, browser, faults, pictures, shots, counted: () => checked++ });
    // Whatever hangs is a failure too, and the browser it hangs in is not used again.
    if ((await Promise.race([travel, later(journey.mostMs ?? MOST_MS)])) === "late") {
      faults.push("it took too long");
      await Promise.race([browser.close(), later(CLOSE_MS)]);
      browser = undefined;
    }
    const verdict = faults.length === 0 ? "ok" : "FAILED";
    console.log(`${verdict}  ${journey.name} (${Math.round(performance.now() - began)} ms)`);
    for (const fault of faults) console.log(`        ${fault.split("\n").slice(0, 12).join("\n        ")}`);
    if (faults.length > 0) failures.push(journey.name);
  }
  await browser?.close();
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${chosen.length - failures.length} of ${chosen.length} journeys passed, ${checked} views without a finding of axe, ${seconds} s`,
  );
  return failures.length === 0 ? 0 : 1;
}

function later(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms, "late"));
}

async function runOne({ journey, browser, faults, pictures, shots, counted }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  context.setDefaultTimeout(TIMEOUT_MS);
  let server;
  try {
    server = await startServer(journey.server ?? {});
    await journey.run(toolsOf({ browser, context, server, faults, pictures, shots, counted }));
  } catch (error) {
    faults.push(error.message);
    if (shots !== undefined)
      await context
        .pages()
        .at(-1)
        ?.screenshot({ path: join(shots, "failed.png") });
  } finally {
    await context.close();
    await server?.close();
  }
}

/** A server in memory with what a journey wants to find. */
export async function startServer({ security = true, seed }) {
  const engine = await open({ listen: { port: 0 }, security, adminPassword: PASSWORD, ui: true });
  const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString("base64")}`;
  const ask = async (method, path, body, type = "application/json") => {
    const response = await fetch(engine.url + path, {
      method,
      headers: { ...(security ? { authorization } : {}), ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text;
  };
  const server = { url: engine.url, ask, close: () => engine.close() };
  if (seed) await seed(server);
  return server;
}

function toolsOf({ browser, context, server, faults, pictures, shots, counted }) {
  const pages = new WeakSet();
  let stepped = 0;
  /** A page whose errors are the journey's; `allowed` ones are expected. */
  const newPage = async ({ allowed = /(?!)/, within = context } = {}) => {
    const page = await within.newPage();
    pages.add(page);
    await page.exposeBinding("countStep", () => void stepped++);
    await page.addInitScript(countSteps);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !allowed.test(message.text()))
        faults.push(`the page's console: ${message.text()}`);
    });
    page.on("pageerror", (error) => faults.push(`the page threw: ${error.stack}`));
    const left = (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !url.startsWith("data:") && !url.startsWith("blob:"))
        faults.push(`a request to another host: ${url}`);
    };
    page.on("requestfinished", left);
    page.on("requestfailed", (request) => {
      if (request.failure()?.errorText !== "csp") left(request);
    });
    return page;
  };
  const shot = async (page, name) => {
    if (shots === undefined) return;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`) });
  };
  const axe = async (page, name) => {
    const session = await page.context().newCDPSession(page);
    // Through the protocol: the page's own policy lets no other script in.
    await session.send("Runtime.evaluate", { expression: AXE });
    const { result } = await session.send("Runtime.evaluate", {
      expression: `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then((r) => JSON.stringify(r.violations.map((v) => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 160), v.nodes[0].failureSummary.slice(0, 240)].join(" | "))))`,
      awaitPromise: true,
      returnByValue: true,
    });
    await session.detach();
    const found = JSON.parse(result.value ?? '["axe did not run"]');
    if (found.length === 0) counted();
    for (const finding of found) faults.push(`axe, ${name}: ${finding.replaceAll("\n", " ")}`);
  };
  return {
    browser,
    context,
    server,
    password: PASSWORD,
    newPage,
    shot,
    axe,
    /** A view in both colours, with axe on each; and as narrow as a phone, without sideways scroll. */
    async look(page, name) {
      const before = page.viewportSize();
      for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme });
        await axe(page, `${name}, ${theme}`);
        await shot(page, `${name}-${theme}`);
      }
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 360, height: 740 });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) faults.push(`${name}: scrolls sideways by ${wide} px on a phone`);
      await shot(page, `${name}-phone`);
      await page.setViewportSize(before);
    },
    /** A picture for the documentation. */
    async picture(page, name) {
      await shot(page, `doc-${name}`);
      if (!pictures) return;
      mkdirSync("docs/pictures", { recursive: true });
      const session = await page.context().newCDPSession(page);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 60 });
      await session.detach();
      writeFileSync(`docs/pictures/${name}.webp`, Buffer.from(data, "base64"));
    },
    async signIn(page, user = "admin", password = PASSWORD) {
      await page.goto(`${server.url}/ui/`);
      await page.getByLabel("User name").fill(user);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation", { name: "Sections" }).waitFor();
    },
    /** Steps of a stranger: clicks, choices and Enter, counted from `begin` on. */
    steps: {
      begin: () => void (stepped = 0),
      atMost(most, task) {
        console.log(`        ${task}: ${stepped} of ${most} steps`);
        if (stepped > most) faults.push(`${task} takes ${stepped} steps, not ${most}`);
      },
    },
    check(condition, what) {
      if (!condition) faults.push(what);
    },
  };
}

/** In the page: tells of each step. To click into a field is part of writing there. */
function countSteps() {
  const count = () => globalThis.countStep();
  const writes = (target) =>
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type]), [type=text], [type=password]"));
  addEventListener(
    "click",
    ({ isTrusted, detail, target }) => void (isTrusted && detail > 0 && !writes(target) && count()),
    true,
  );
  addEventListener("change", ({ target }) => void (target instanceof HTMLSelectElement && count()), true);
  addEventListener("keydown", ({ key, target }) => void (key === "Enter" && writes(target) && count()), true);
}
