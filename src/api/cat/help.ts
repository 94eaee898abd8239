/** `cat.help`: the paths of the cat tables that are there. */
import { operationRoutes } from "../../http/operation-routes.ts";
import type { Operation } from "../operation.ts";

/** Made from the tables themselves, so that the list never names one that is not there. */
export function catHelp(tables: readonly Operation[]): Operation {
  const names = new Set(tables.map(({ name }) => name));
  const paths = operationRoutes.filter(({ op }) => names.has(op)).flatMap(({ urls }) => urls.map(({ path }) => path));
  const text = `=^.^=\n${paths.map((path) => `${path}\n`).join("")}`;
  return {
    name: "cat.help",
    actions: [],

    async handle() {
      return { status: 200, text };
    },
  };
}
