// Getting in, getting around, getting out; and what the page refuses.
import { createServer } from "node:http";
import { once } from "node:events";
import { seedReader, seedTowns } from "./seeds.mjs";

/** A page of another host that holds `body`. */
async function strangersPage(body) {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

export const shellJourneys = [
  {
    name: "shell: sign in, wrong and right, by keyboard alone; sign out, and the way back shows nothing",
    server: { seed: seedTowns },
    async run({ newPage, look, check, server, password }) {
      const page = await newPage({ allowed: /status of 401/ });
      let bytes = 0;
      page.on("response", async (response) => {
        if (response.url().includes("/ui/")) bytes += Number((await response.headerValue("content-length")) ?? 0);
      });
      await page.goto(`${server.url}/`);
      await page.getByLabel("User name").waitFor();
      check(page.url() === `${server.url}/ui/`, `a browser at / is led to the console, not to ${page.url()}`);
      check(bytes < 60 * 1024, `the first view is ${bytes} bytes`);
      await look(page, "login");
      await page.keyboard.type("admin");
      await page.keyboard.press("Tab");
      await page.keyboard.type("wrong-password");
      await page.keyboard.press("Enter");
      await page.getByText("User name and password do not match.").waitFor();
      await page.getByLabel("Password").fill(password);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage, u: location.href }));
      check(!kept.includes(password), "no password stands in the storage or the address");
      await page.locator(".menu summary").click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("User name").waitFor();
      await page.goBack().catch(() => undefined);
      await page.waitForTimeout(200);
      check(!(await page.getByRole("heading", { name: "Overview" }).isVisible()), "the way back shows nothing");
    },
  },
  {
    name: "shell: task 1, the first link sets a password and signs in, once",
    async run({ newPage, look, check, steps, server }) {
      const { link } = await server.ask("GET", "/api/v2beta/core/users/1/recovery/");
      const token = new URL(link).searchParams.get("token");
      const page = await newPage({ allowed: /status of 40/ });
      await page.goto(`${server.url}/ui/#/first/${token}`);
      await page.getByLabel("New password").fill("short");
      await page.keyboard.press("Enter");
      await page.getByText("at least 6 characters").waitFor();
      await look(page, "first");
      steps.begin();
      await page.getByLabel("New password").fill("a better password");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      steps.atMost(3, "task 1");
      check(!page.url().includes(token), "the key is gone from the address");
      await page.goto(`${server.url}/ui/#/first/${token}`);
      await page.reload();
      await page.getByLabel("New password").fill("another password");
      await page.keyboard.press("Enter");
      await page.getByText("The link does not work").waitFor();
    },
  },
  {
    name: "shell: Ctrl K goes everywhere; colours stay; what is unknown says so",
    server: { seed: seedTowns },
    async run({ newPage, signIn, look, check, axe }) {
      const page = await newPage();
      await signIn(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Page, index or action" }).fill("dark");
      await axe(page, "palette");
      await page.keyboard.press("Enter");
      check(
        (await page.evaluate(() => document.documentElement.dataset["theme"])) === "dark",
        "the palette sets colours",
      );
      await page.reload();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      check((await page.evaluate(() => document.documentElement.dataset["theme"])) === "dark", "they stay");
      await page.getByLabel("Colours").selectOption("auto");
      await page.evaluate(() => (location.hash = "#/nowhere"));
      await page.getByText("There is no such page").waitFor();
      await look(page, "unknown");
    },
  },
  {
    name: "shell: a session that ends under an open page asks for the password over it",
    server: { seed: seedTowns },
    async run({ newPage, signIn, check, context, axe, password }) {
      const page = await newPage({ allowed: /status of 401/ });
      await signIn(page);
      await context.clearCookies();
      await page.getByText("Your session has ended").waitFor();
      await axe(page, "expired");
      await page.getByLabel("Password").fill(password);
      await page.keyboard.press("Enter");
      await page.getByText("Your session has ended").waitFor({ state: "detached" });
      check(await page.getByRole("heading", { name: "Overview" }).isVisible(), "the page is there again");
    },
  },
  {
    name: "shell: who is away is signed out, what they typed stays theirs, and nobody else finds it",
    server: {
      async seed(server) {
        await seedTowns(server);
        await seedReader(server);
      },
    },
    async run({ newPage, signIn, check, axe, server, password }) {
      const page = await newPage({ allowed: /status of 40[13]/ });
      await page.clock.install();
      await signIn(page);
      await page.evaluate(() => (location.hash = "#/analyze"));
      await page.getByLabel("Text", { exact: true }).fill("a secret plan");
      await page.clock.fastForward("29:00");
      await page.mouse.move(200, 200);
      await page.clock.fastForward("29:00");
      check((await page.getByText("You were away").count()) === 0, "a hand on the mouse is a sign of life");
      await page.clock.fastForward("02:00");
      await page.getByText("You were away").waitFor();
      await axe(page, "away");
      const status = await page.evaluate(async (url) => (await fetch(`${url}/_cluster/health`)).status, server.url);
      check(status === 401, `the session is over: ${status}`);
      await page.getByLabel("Password").fill(password);
      await page.keyboard.press("Enter");
      await page.getByText("You were away").waitFor({ state: "detached" });
      check(
        (await page.getByLabel("Text", { exact: true }).inputValue()) === "a secret plan",
        "what was typed is there",
      );
      await page.clock.fastForward("31:00");
      await page.getByText("You were away").waitFor();
      await page.reload();
      await page.getByLabel("User name").fill("reader");
      await page.getByLabel("Password").fill("reader-password");
      await page.keyboard.press("Enter");
      await page.getByText("What you may read").waitFor();
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
      check(!kept.includes("a secret plan"), "somebody else finds nothing of it");
    },
  },
  {
    name: "shell: who may only read sees no more than that, and is refused by the server",
    server: {
      async seed(server) {
        await seedTowns(server);
        await server.ask("PUT", "/other", {});
        await seedReader(server);
      },
    },
    async run({ newPage, signIn, look, check, server }) {
      const page = await newPage({ allowed: /status of 403/ });
      await signIn(page, "reader", "reader-password");
      await page.getByText("What you may read").waitFor();
      await page.locator("main").getByRole("link", { name: "towns" }).waitFor();
      check((await page.getByText("other").count()) === 0, "an index without rights is not named");
      check((await page.getByRole("link", { name: "Roles" }).count()) === 0, "no page without a right is in the menu");
      await look(page, "reader");
      const status = await page.evaluate(
        async (url) =>
          (
            await fetch(`${url}/towns/_doc/9`, {
              method: "PUT",
              headers: {
                "content-type": "application/json",
                "x-csrftoken": /wardex_csrf=([^;]+)/.exec(document.cookie)[1],
              },
              body: "{}",
            })
          ).status,
        server.url,
      );
      check(status === 403, `a direct call of a reader answers 403, not ${status}`);
    },
  },
  {
    name: "shell: planted scripts, styles and markup are refused; no other page may frame it or change anything",
    server: { seed: seedTowns },
    async run({ newPage, signIn, check, server, context }) {
      const page = await newPage({ allowed: /Content Security Policy|Trusted|refused by the content|status of 403/ });
      await signIn(page);
      const planted = await page.evaluate(() => {
        const seen = [];
        document.addEventListener("securitypolicyviolation", (event) => seen.push(event.violatedDirective));
        const style = document.createElement("style");
        style.textContent = "body { display: none }";
        document.head.append(style);
        try {
          document.body.insertAdjacentHTML("beforeend", "<b>markup</b>");
        } catch {
          seen.push("markup");
        }
        const image = document.createElement("img");
        image.src = "http://127.0.0.1:9/pixel.png";
        document.body.append(image);
        return new Promise((resolve) => setTimeout(() => resolve(seen), 300));
      });
      for (const wanted of ["style-src-elem", "markup", "img-src"])
        check(planted.includes(wanted), `a planted ${wanted} is refused: ${planted.join(", ")}`);
      check(await page.getByRole("heading", { name: "Overview" }).isVisible(), "the page is as it was");
      const stranger = await strangersPage(
        `<iframe src="${server.url}/ui/"></iframe><form method="post" action="${server.url}/towns/_doc/evil" enctype="text/plain"><input name='{"a":"' value='"}'></form>`,
      );
      try {
        const other = await context.newPage();
        await other.goto(stranger.url);
        await other.waitForTimeout(300);
        const framed = other.frames()[1];
        check(
          !(await framed
            .locator("#app")
            .count()
            .catch(() => 0)),
          "a frame of another page stays empty",
        );
        await other.evaluate(() => document.forms[0].submit());
        await other.waitForTimeout(300);
        const status = await other.evaluate(
          (url) =>
            fetch(`${url}/towns`, { method: "DELETE", credentials: "include", mode: "no-cors" }).then(
              (answer) => answer.type,
              () => "refused",
            ),
          server.url,
        );
        check(status === "refused" || status === "opaque", `a page of another host is answered ${status}`);
      } finally {
        stranger.close();
      }
      const { count } = await server.ask("GET", "/towns/_count");
      check(count === 8, `nothing was changed: ${count} documents`);
    },
  },
];
