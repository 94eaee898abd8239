// Bring and take data.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedTowns } from "./seeds.mjs";

const goTo = (page, hash) => page.evaluate((to) => (location.hash = to), hash);

const TOWNS = `name;country;population;lat;lon;founded
Zürich;CH;341730;47.37;8.55;0800-01-01
Bern;CH;121631;46.95;7.45;1191-01-01
"Biel; Bienne";CH;48614;47.14;7.25;1230-01-01
San José;CR;335007;9.93;-84.08;1738-05-21
Basel;CH;many;47.56;7.59;0374-01-01
`;

async function inFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), "wardex-files-"));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const fileJourneys = [
  {
    name: "task 2: a CSV of towns goes in, and the largest of Switzerland is found; what is refused is shown",
    async run({ newPage, signIn, look, check, steps, picture, server }) {
      const page = await newPage();
      await signIn(page);
      steps.begin();
      await page.getByRole("link", { name: "Import" }).click();
      await page.getByText("Drop a file here").waitFor();
      await look(page, "import");
      await page
        .getByLabel("File to import")
        .setInputFiles({ name: "My Towns.csv", mimeType: "text/csv", buffer: Buffer.from(TOWNS) });
      check((await page.getByLabel("Type of founded").inputValue()) === "date", "dates are seen");
      check((await page.getByLabel("Type of lat").inputValue()) === "double", "numbers are seen");
      await page.getByLabel("Type of population").selectOption("long");
      await look(page, "import-columns");
      await picture(page, "import");
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("All is in:").waitFor();
      await page.getByText("row 5").waitFor();
      await look(page, "import-done");
      await page.getByRole("link", { name: "Search it" }).click();
      await page.getByRole("group", { name: "Hits" }).getByText("Bern").waitFor();
      await page.getByRole("button", { name: /^CH/ }).click();
      await page.getByRole("button", { name: "population" }).click();
      const first = page.getByRole("group", { name: "Hits" }).locator("tbody tr").first();
      await first.getByText("Zürich").waitFor();
      steps.atMost(10, "task 2");
      const { hits } = await server.ask("POST", "/my-towns/_search", {
        query: { geo_distance: { distance: "20km", location: "47.14,7.25" } },
      });
      check(hits.hits[0]._source.name === "Biel; Bienne", "quoted cells and places are as they were");
    },
  },
  {
    name: "import and export: many rows in and out again, at a pace, with pause",
    mostMs: 200_000,
    async run({ newPage, signIn, check, server }) {
      await inFolder(async (folder) => {
        const rows = process.env["WARDEX_DEEP"] ? 100_000 : 20_000;
        const lines = ["number,name,score,when"];
        for (let row = 0; row < rows; row++)
          lines.push(`${row},"name ${row % 977}",${row / 7},2024-0${1 + (row % 9)}-11`);
        writeFileSync(join(folder, "rows.csv"), lines.join("\n"));
        const page = await newPage();
        await signIn(page);
        await goTo(page, "#/import");
        await page.getByLabel("File to import").setInputFiles(join(folder, "rows.csv"));
        await page.getByLabel("Type of number").waitFor();
        const began = performance.now();
        await page.getByRole("button", { name: "Import", exact: true }).click();
        await page.getByRole("button", { name: "Pause" }).or(page.getByText("All is in:")).first().waitFor();
        const pause = page.getByRole("button", { name: "Pause" });
        if (await pause.isVisible()) {
          await pause.click();
          await page.getByText("Paused:").waitFor();
          await page.getByRole("button", { name: "Go on" }).click();
        }
        await page.getByText("All is in:").waitFor({ timeout: 90_000 });
        const seconds = (performance.now() - began) / 1000;
        console.log(`        ${Math.round(rows / seconds)} rows a second`);
        check((await server.ask("GET", "/rows/_count")).count === rows, "every row is there, once");
        await page.getByRole("link", { name: "Look at the index" }).click();
        await page.getByRole("button", { name: "Export" }).click();
        await page.getByLabel("CSV: one column").check();
        const downloading = page.waitForEvent("download", { timeout: 90_000 });
        await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
        const path = await (await downloading).path();
        check(statSync(path).size > rows * 20, "the file is whole");
        const written = readFileSync(path, "utf8").trimEnd().split("\r\n");
        check(written.length === rows + 1, `the file has ${written.length} lines`);
        check(written[0] === "_id,number,name,score,when", `the head is ${written[0]}`);
      });
    },
  },
  {
    name: "import: lines of JSON, with what is their id; export of a search as lines",
    server: { seed: seedTowns },
    async run({ newPage, signIn, look, check, server }) {
      const page = await newPage();
      await signIn(page);
      await goTo(page, "#/import");
      const text = '[{"id":"a","n":1,"tags":["x"]},\n {"id":"b","n":2,"deep":{"er":true}}]';
      await page
        .getByLabel("File to import")
        .setInputFiles({ name: "list.json", mimeType: "application/json", buffer: Buffer.from(text) });
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("All is in:").waitFor();
      const { _source } = await server.ask("GET", "/list/_doc/b");
      check(_source.deep.er === true, "objects within are as they were");
      await goTo(page, "#/search?index=towns");
      await page.getByRole("button", { name: "Export" }).click();
      await look(page, "export");
      const downloading = page.waitForEvent("download");
      await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
      const lines = readFileSync(await (await downloading).path(), "utf8")
        .trimEnd()
        .split("\n");
      check(lines.length === 8 && JSON.parse(lines[0])._id !== undefined, `eight lines, not ${lines.length}`);
    },
  },
];
