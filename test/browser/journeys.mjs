// What people do in the console, in the order in which they meet it.
import { overviewJourneys } from "./overview.mjs";
import { shellJourneys } from "./shell.mjs";

export const journeys = [...shellJourneys, ...overviewJourneys];
