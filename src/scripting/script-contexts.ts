/** The documented contexts: their names, and what their scripts see, from `spec/script-contexts.json`. */
import { readFileSync } from "node:fs";
import type { JsonObject } from "../core/json.ts";
import { packageFile } from "../core/package-files.ts";
import { scriptLanguages } from "./languages.ts";

/** Methods by name: the type that one answers, and its parameters, each a type and a name. */
type Methods = Readonly<Record<string, readonly [returns: string, ...parameters: string[]]>>;

let read: Readonly<Record<string, Methods>> | undefined;

function contexts(): Readonly<Record<string, Methods>> {
  return (read ??= JSON.parse(readFileSync(packageFile("spec/script-contexts.json"), "utf8")));
}

/** Sorted. */
export function scriptContextNames(): readonly string[] {
  return Object.keys(contexts());
}

/** As `get_script_context` shows them. */
export function shownContexts(): JsonObject[] {
  return Object.entries(contexts()).map(([name, methods]) => ({
    name,
    methods: Object.entries(methods).map(([method, [returns, ...parameters]]) => ({
      name: method,
      return_type: returns,
      params: parameters.map((parameter) => {
        const space = parameter.indexOf(" ");
        return { type: parameter.slice(0, space), name: parameter.slice(space + 1) };
      }),
    })),
  }));
}

/** As `get_script_languages` shows them. */
export function shownLanguages(): JsonObject[] {
  return scriptLanguages.map(({ name, contexts: known }) => ({ language: name, contexts: [...known].sort() }));
}
