// Who may what.
import { seedTowns } from "./seeds.mjs";

const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

export const peopleJourneys = [
  {
    name: "task 6: a user who may only read towns, signed in as them, without a button that writes",
    server: { seed: seedTowns },
    async run({ newPage, signIn, look, check, steps, context, picture, server }) {
      const page = await newPage({ allowed: /status of 40/ });
      await signIn(page);
      steps.begin();
      await page.getByRole("link", { name: "Users" }).click();
      await page.getByRole("cell", { name: "admin", exact: true }).click();
      await page.getByText("What they did last").waitFor();
      await look(page, "users");
      await page.getByRole("button", { name: "New user" }).click();
      await page.getByLabel("User name").fill("ada");
      await page.getByLabel("Password").fill("short");
      await page.getByLabel("May read these indices").fill("towns*");
      await page.getByRole("button", { name: "Make the user" }).click();
      await page.getByText("at least 6 characters").waitFor();
      await look(page, "user-new");
      await page.getByLabel("Password").fill("long enough");
      await page.getByRole("button", { name: "Make the user" }).click();
      await page.getByRole("cell", { name: "ada", exact: true }).first().waitFor();
      await picture(page, "users");
      await page.locator(".menu summary").click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("User name").waitFor();
      await context.clearCookies();
      await signIn(page, "ada", "long enough");
      steps.atMost(8, "task 6");
      await page.locator("main").getByRole("link", { name: "towns" }).click();
      await page.getByRole("group", { name: "Hits" }).getByText("Bern").waitFor();
      for (const name of ["Edit", "Delete…", "New index"])
        check((await page.getByRole("button", { name }).count()) === 0, `ada sees ${name}`);
      check((await page.getByRole("link", { name: "Import" }).count()) === 0, "ada sees Import");
      const { roles } = (await server.ask("GET", "/_security/user/ada")).ada;
      check(roles.join() === "ada-reads", `ada has ${roles}`);
    },
  },
  {
    name: "task 7: a token is made, its key shown and copied, and works in the offered request",
    async run({ newPage, signIn, look, check, steps, context, server }) {
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
      const page = await newPage();
      await signIn(page);
      steps.begin();
      await page.getByRole("link", { name: "Tokens" }).click();
      await page.getByRole("button", { name: "New token" }).click();
      await page.getByLabel("Name", { exact: true }).fill("loader");
      await look(page, "token-new");
      await page.getByRole("button", { name: "Make the token" }).click();
      await page.getByRole("button", { name: "Copy as curl" }).click();
      steps.atMost(4, "task 7");
      const command = await page.evaluate(() => navigator.clipboard.readText());
      const [, key] = /Bearer ([^"]+)/.exec(command) ?? [];
      const answer = await fetch(server.url, { headers: { authorization: `Bearer ${key}` } });
      check(answer.status === 200, `the key of the copied request is answered ${answer.status}`);
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage, u: location.href }));
      check(!kept.includes(key), "the key stands in no storage and no address");
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("cell", { name: "loader", exact: true }).click();
      await look(page, "tokens");
    },
  },
  {
    name: "people: groups, roles, an application with who may use it, a certificate",
    server: {
      async seed(server) {
        await seedTowns(server);
        await server.ask("POST", "/api/v2beta/core/users/", { username: "bo", name: "<b>bo</b>" });
      },
    },
    async run({ newPage, signIn, look, check, server }) {
      const page = await newPage({ allowed: /status of 400/ });
      await signIn(page);
      await page.getByRole("link", { name: "Groups" }).click();
      await page.getByRole("button", { name: "New group" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Readers");
      await page.getByLabel("bo", { exact: true }).check();
      await look(page, "group-new");
      await page.getByRole("button", { name: "Make the group" }).click();
      await page.getByRole("cell", { name: "Readers", exact: true }).click();
      await page.getByText("<b>bo</b>").waitFor();
      await look(page, "groups");
      await page.getByRole("link", { name: "Roles" }).click();
      await page.getByText("No roles of your own").waitFor();
      await page.getByRole("button", { name: "New role" }).click();
      await page.getByLabel("Name", { exact: true }).fill("town-clerk");
      await page.getByLabel("Indices", { exact: true }).fill("towns, streets-*");
      await page.getByLabel("write", { exact: true }).check();
      await page.getByRole("button", { name: "Make the role" }).click();
      await page.getByRole("complementary", { name: "The picked role" }).waitFor();
      await look(page, "roles");
      const role = (await server.ask("GET", "/_security/role/town-clerk"))["town-clerk"];
      check(role.indices[0].names.join() === "towns,streets-*", "patterns are taken one by one");
      await page.getByRole("link", { name: "Applications" }).click();
      await page.getByText("No applications yet").waitFor();
      await page.getByRole("button", { name: "New application" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Wiki");
      await page.getByLabel("Slug").fill("wiki");
      await page.getByRole("button", { name: "Make the application" }).click();
      await page.getByRole("cell", { name: "Wiki", exact: true }).click();
      await page.getByText("Everybody: nothing is bound to it.").waitFor();
      await page.getByRole("button", { name: "Bind somebody" }).click();
      await page.getByLabel("Group", { exact: true }).selectOption("Readers");
      await page.getByRole("button", { name: "Bind", exact: true }).click();
      await page.getByText("group Readers").waitFor();
      await page.getByLabel("User to ask for").selectOption("admin");
      await page.getByRole("region", { name: "May somebody use it?" }).getByText("no", { exact: true }).waitFor();
      await page.getByLabel("User to ask for").selectOption("bo");
      await page.getByRole("region", { name: "May somebody use it?" }).getByText("yes", { exact: true }).waitFor();
      await look(page, "applications");
      await page.getByRole("link", { name: "Certificates" }).click();
      await page.getByRole("button", { name: "Make one" }).click();
      await page.getByLabel("Name", { exact: true }).fill("wiki.example");
      await page.getByRole("button", { name: "Make it" }).click();
      await page.getByRole("cell", { name: "wiki.example", exact: true }).click();
      await page.getByRole("button", { name: "Show it" }).click();
      await page.getByText("BEGIN CERTIFICATE").waitFor();
      await look(page, "certificates");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Name", { exact: true }).fill("wiki.example, old");
      await page.getByLabel("Private key").fill("no key");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("dialog").locator(".error").waitFor();
      await page.getByLabel("Private key").fill("");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "wiki.example, old", exact: true }).waitFor();
      const [pair] = (await server.ask("GET", "/api/v2beta/crypto/certificatekeypairs/?name=wiki.example, old"))
        .results;
      check(pair.private_key_available, "the key stays");
    },
  },
  {
    name: "task 8: who deleted an index; the trail zooms and narrows; a rule of it; tasks and notifications",
    server: {
      async seed(server) {
        await seedTowns(server);
        await server.ask("PUT", "/lost", {});
        await server.ask("DELETE", "/lost");
      },
    },
    async run({ newPage, signIn, look, check, steps, picture, server }) {
      const page = await newPage({ allowed: /status of 400/ });
      await signIn(page);
      steps.begin();
      await page.getByRole("link", { name: "Events" }).click();
      await page.getByLabel("Action").selectOption("model_deleted");
      await page.getByRole("row", { name: /model deleted index lost/ }).click();
      await page.getByRole("complementary", { name: "The picked event" }).getByText("admin").first().waitFor();
      steps.atMost(4, "task 8");
      await look(page, "events");
      await picture(page, "events");
      await page.getByRole("button", { name: "Make a rule of this" }).click();
      await page.getByLabel("Name", { exact: true }).fill("lost indices");
      await look(page, "rule-new");
      await page.getByRole("button", { name: "Make the rule" }).click();
      await page.getByText("lost indices is a rule now.").waitFor();
      const { results } = await server.ask("GET", "/api/v2beta/events/rules/?search=lost");
      check(results.length === 1 && results[0].severity === "warning", "the rule is there");
      await server.ask("DELETE", "/towns");
      await page.getByRole("link", { name: "Notifications" }).click();
      await look(page, "notifications");
      await page.getByRole("link", { name: "Rules", exact: true }).click();
      await page.getByRole("cell", { name: "lost indices", exact: true }).click();
      await look(page, "rules");
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("As", { exact: true }).selectOption("alert");
      await page.getByLabel("From this address").fill("192.0.2.7");
      await look(page, "rule-edit");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("lost indices is saved.").waitFor();
      const [rule] = (await server.ask("GET", "/api/v2beta/events/rules/?search=lost")).results;
      const matchers = (await server.ask("GET", "/api/v2beta/policies/event_matcher/")).results;
      check(rule.severity === "alert", "the rule has changed");
      check(
        matchers.some((one) => one.client_ip === "192.0.2.7" && one.action === "model_deleted"),
        "so has what it looks for, and nothing else of that",
      );
      await page.getByRole("link", { name: "Transports" }).click();
      await page.getByRole("cell", { name: "default-local-transport", exact: true }).click();
      await page.getByRole("button", { name: "Send a sample" }).click();
      await page.getByText(/^Sent/).waitFor();
      await look(page, "transports");
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("How", { exact: true }).selectOption("webhook");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Webhook URL may not be empty.").waitFor();
      await page.getByLabel("Address").fill("http://127.0.0.1:9/hook");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("http://127.0.0.1:9/hook").waitFor();
      await page.getByRole("link", { name: "Tasks" }).click();
      await page.getByText("clean expired models").waitFor();
      await look(page, "tasks");
    },
  },
  {
    name: "people: who may see events and nothing else reads the trail as a list",
    server: {
      async seed(server) {
        await seedTowns(server);
        await server.ask("PUT", "/_security/role/auditor", {
          applications: [{ application: "wardex", privileges: ["view_event"], resources: ["*"] }],
        });
        await server.ask("PUT", "/_security/user/auditor", { password: "auditor-password", roles: ["auditor"] });
        await server.ask("PUT", "/lost", {});
        await server.ask("DELETE", "/lost");
      },
    },
    async run({ newPage, signIn, look, check }) {
      const page = await newPage({ allowed: /status of 403/ });
      await signIn(page, "auditor", "auditor-password");
      await page.getByRole("link", { name: "Events" }).click();
      await page.getByLabel("Action").selectOption("model_deleted");
      await page.getByRole("row", { name: /model deleted index lost/ }).click();
      await page.getByRole("complementary", { name: "The picked event" }).getByText("admin").first().waitFor();
      await look(page, "events-list");
      await page.getByLabel("Find events").fill("nothing-like-that");
      await page.getByText("Nobody and nothing is called like that").waitFor();
      check((await page.getByRole("link", { name: "Users" }).count()) === 0, "no other page is theirs");
    },
  },
  {
    name: "people: users are listed page by page, and found by a part of their name",
    server: {
      async seed(server) {
        for (let at = 0; at < 200; at += 50)
          await Promise.all(
            Array.from({ length: 50 }, (_, more) =>
              server.ask("POST", "/api/v2beta/core/users/", {
                username: `user-${at + more}`,
                name: `User ${at + more}`,
              }),
            ),
          );
      },
    },
    async run({ newPage, signIn, check }) {
      const page = await newPage();
      await signIn(page);
      await goTo(page, "#/users");
      await page.getByText("201", { exact: true }).waitFor();
      await page.getByLabel("Find users").fill("user-17");
      await page.getByText("11", { exact: true }).waitFor();
      check(
        await page.getByRole("cell", { name: "user-170", exact: true }).isVisible(),
        "who is called like that is found",
      );
      await page.getByLabel("Find users").fill("nobody");
      await page.getByText("Nobody and nothing is called like that").waitFor();
    },
  },
];
