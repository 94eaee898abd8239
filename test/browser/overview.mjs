// Is all well?
import { seedTowns } from "./seeds.mjs";

export const overviewJourneys = [
  {
    name: "overview: task 5, why health is yellow, and the button that mends it",
    server: { seed: (server) => seedTowns(server, { replicas: 1 }) },
    async run({ newPage, signIn, look, check, steps, server }) {
      const page = await newPage();
      await signIn(page);
      steps.begin();
      await page.getByText("replicas need a second node").waitFor();
      await page.getByText("Nothing takes longer than a moment").waitFor();
      await page.getByRole("heading", { name: "Memory" }).waitFor();
      await look(page, "overview");
      await page.getByRole("button", { name: "Set replicas to 0" }).click();
      await page.getByText("Every shard is there.").waitFor();
      steps.atMost(3, "task 5");
      const health = await server.ask("GET", "/_cluster/health");
      check(health.status === "green", `health is ${health.status} after the button`);
      await look(page, "overview-green");
    },
  },
  {
    name: "overview: without security a bar says so, and nobody is asked for a password",
    server: { security: false },
    async run({ newPage, server, look }) {
      const page = await newPage({ allowed: /status of 40/ });
      await page.goto(`${server.url}/ui/`);
      await page.getByText("Security is off").waitFor();
      await page.getByText("Every shard is there.").waitFor();
      await look(page, "unsecured");
    },
  },
];
