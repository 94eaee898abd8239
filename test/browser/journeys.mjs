// What people do in the console, in the order in which they meet it.
import { fileJourneys } from "./files.mjs";
import { indexJourneys } from "./indices.mjs";
import { overviewJourneys } from "./overview.mjs";
import { peopleJourneys } from "./people.mjs";
import { searchJourneys } from "./search.mjs";
import { shellJourneys } from "./shell.mjs";

export const journeys = [
  ...shellJourneys,
  ...overviewJourneys,
  ...indexJourneys,
  ...searchJourneys,
  ...fileJourneys,
  ...peopleJourneys,
];
