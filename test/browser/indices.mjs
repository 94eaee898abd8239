// What is in here, and how it is changed.
import { seedReader, seedTowns } from "./seeds.mjs";

const HOSTILE = `<img src=x onerror="document.title='owned'">`;

/** Opens a place of the page that is shown. */
const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

export const indexJourneys = [
  {
    name: "indices: list, filter, make one, its fields, settings, aliases and segments, and delete it by its name",
    server: { seed: seedTowns },
    async run({ newPage, signIn, look, check, server, picture }) {
      const page = await newPage({ allowed: /status of 400/ });
      await signIn(page);
      await page.getByRole("link", { name: "Indices" }).click();
      await page.getByRole("link", { name: "towns" }).waitFor();
      await page.getByRole("cell", { name: "8", exact: true }).waitFor();
      await look(page, "indices");
      await page.getByLabel("Filter by name or alias").fill("nothing");
      await page.getByText("No index is called like that").waitFor();
      await page.getByLabel("Filter by name or alias").fill("");
      await page.getByRole("button", { name: "New index" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Books");
      await page.getByRole("button", { name: "Make it" }).click();
      await page.getByText("must be lowercase").waitFor();
      await look(page, "indices-new");
      await page.getByLabel("Name", { exact: true }).fill("books");
      await page.getByRole("button", { name: "Make it" }).click();
      await page.getByRole("heading", { name: "books", exact: true }).waitFor();
      await page.getByText("No documents yet").waitFor();
      await look(page, "index-empty");
      await page.getByRole("link", { name: "Fields" }).click();
      await page.getByRole("button", { name: "Add a field" }).click();
      await page.getByLabel("Name", { exact: true }).fill("title");
      await page.getByRole("button", { name: "Add it" }).click();
      await page.getByRole("cell", { name: "title" }).waitFor();
      await page.getByRole("link", { name: "Aliases" }).click();
      await page.getByRole("button", { name: "Add an alias" }).click();
      await page.getByLabel("Alias", { exact: true }).fill("library");
      await page.getByRole("button", { name: "Add it" }).click();
      await page.getByRole("cell", { name: "library", exact: true }).waitFor();
      await look(page, "index-aliases");
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Change index.number_of_replicas" }).click();
      await page.getByLabel("Value").fill("1");
      await page.getByRole("button", { name: "Set it" }).click();
      await page.getByText("index.number_of_replicas is set.").waitFor();
      await look(page, "index-settings");
      await goTo(page, "#/indices/towns/fields");
      await page.getByRole("cell", { name: "100 %" }).first().waitFor();
      await page.getByRole("cell", { name: "country", exact: true }).click();
      await page.locator(".counted").getByText("CH").waitFor();
      await look(page, "index-fields");
      await goTo(page, "#/indices/towns/segments");
      await page.getByRole("cell", { name: "yes" }).first().waitFor();
      await look(page, "index-segments");
      await goTo(page, "#/indices/books");
      await page.getByRole("button", { name: "Delete…" }).click();
      const last = page.getByRole("button", { name: "Delete the index" });
      check(await last.isDisabled(), "the button waits for the name");
      await page.getByLabel("Type books to go on").fill("books");
      await look(page, "index-delete");
      await last.click();
      await page.getByText("books is deleted.").waitFor();
      const left = await server.ask("GET", "/_resolve/index/*");
      check(!left.indices.some(({ name }) => name === "books"), "the index is gone");
      await picture(page, "indices");
    },
  },
  {
    name: "indices: documents page by page, by keyboard, filtered; one is written, and one deleted",
    server: { seed: (server) => seedTowns(server, { more: 350 }) },
    async run({ newPage, signIn, look, check, server }) {
      const page = await newPage();
      await signIn(page);
      await goTo(page, "#/indices/towns");
      await page.getByText("100 of 358").waitFor();
      await page.getByRole("group", { name: "Documents of towns" }).focus();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("complementary", { name: "The picked document" }).waitFor();
      await look(page, "documents");
      await page.getByRole("group", { name: "Documents of towns" }).focus();
      await page.keyboard.press("End");
      await page.getByText("200 of 358").waitFor();
      await page.keyboard.press("End");
      await page.getByText("300 of 358").waitFor();
      await page.keyboard.press("End");
      await page.getByText("358 of 358").waitFor();
      await page.getByLabel("Only documents where").fill("country:CH");
      await page.keyboard.press("Enter");
      await page.getByText("5 of 5").waitFor();
      await page.getByRole("button", { name: "New document" }).click();
      await page.getByLabel("_id (empty").fill("new");
      const editor = page.locator(".editing .cm-content");
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText('{ "name": "Chur", "country": "CH" }');
      await page.keyboard.press("Control+Enter");
      await page.getByText("6 of 6").waitFor();
      await page.getByRole("cell", { name: "new", exact: true }).click();
      await page.getByRole("complementary").getByRole("button", { name: "Delete…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("5 of 5").waitFor();
      const { found } = await server.ask("GET", "/towns/_doc/1");
      check(found, "the others are there");
    },
  },
  {
    name: "task 4: a document that somebody else just changed is changed, and nothing is lost",
    server: { seed: seedTowns },
    async run({ newPage, signIn, look, check, steps, server, picture }) {
      const page = await newPage({ allowed: /status of 409/ });
      await signIn(page);
      await goTo(page, "#/indices/towns");
      await page.getByRole("cell", { name: "Bern", exact: true }).click();
      await page.getByRole("button", { name: "Edit" }).click();
      const editor = page.locator(".editing .cm-content");
      await editor.waitFor();
      await look(page, "edit");
      const { _source: before } = await server.ask("GET", "/towns/_doc/1");
      await server.ask("PUT", "/towns/_doc/1?refresh=true", { ...before, population: 5, about: "theirs alone" });
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(JSON.stringify({ ...before, population: 4, country: "mine alone" }));
      await page.reload();
      steps.begin();
      await page.getByRole("cell", { name: "Bern", exact: true }).click();
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByText("You changed this before").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Somebody else changed this document meanwhile").waitFor();
      check(await page.getByRole("button", { name: "Choose 1 more" }).isDisabled(), "nothing is saved unasked");
      await page.getByLabel("yours 4").check();
      await look(page, "conflict");
      await picture(page, "conflict");
      await page.getByRole("button", { name: "Save both" }).click();
      await page.getByText("1 is saved.").waitFor();
      steps.atMost(5, "task 4");
      const { _source: after } = await server.ask("GET", "/towns/_doc/1");
      check(after.population === 4, `mine where I chose: ${after.population}`);
      check(
        after.about === "theirs alone" && after.country === "mine alone",
        "what only one changed is there, of both",
      );
    },
  },
  {
    name: "indices: names and documents full of markup change nothing; a reader sees no button that writes",
    server: {
      async seed(server) {
        await seedTowns(server);
        const hostile = { [HOSTILE]: HOSTILE, link: "javascript:alert(1)", "\u202Ebidi": "\u202Edrawkcab" };
        await server.ask("PUT", "/towns/_doc/evil?refresh=true", hostile);
        await seedReader(server);
      },
    },
    async run({ newPage, signIn, look, check }) {
      const page = await newPage({ allowed: /status of 403/ });
      await signIn(page, "reader", "reader-password");
      await goTo(page, "#/indices/towns");
      await page.getByLabel("Only documents where").fill("_id:evil");
      await page.keyboard.press("Enter");
      await page.getByText("1 of 1").waitFor();
      await page.getByRole("cell", { name: "evil" }).click();
      await page.getByRole("complementary").getByText("javascript:alert(1)").first().waitFor();
      check((await page.title()) !== "owned", "markup of documents runs");
      check((await page.locator("main img, main a[href^='javascript']").count()) === 0, "markup became elements");
      for (const name of ["Edit", "Delete…", "New document", "Add a field", "New index"])
        check((await page.getByRole("button", { name }).count()) === 0, `a reader sees ${name}`);
      check(await page.getByText("read only").isVisible(), "it says read only");
      await look(page, "reader-document");
      await goTo(page, "#/indices/towns/fields");
      await page
        .getByText("You may not do this")
        .or(page.getByRole("cell", { name: "country", exact: true }))
        .waitFor();
      await look(page, "reader-fields");
    },
  },
];
