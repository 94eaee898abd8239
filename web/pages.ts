/** The pages, in the order of the menu: who has a right to none of what stands behind one does not see it. */
import type { ComponentType } from "preact";
import type { Rights, Security } from "./core/session.ts";

export interface Page {
  readonly id: string;
  readonly name: string;
  readonly group: "Data" | "People" | "Trail";
  /** Whether the person has a right to any of it. */
  may(rights: Rights): boolean;
  load(): Promise<{ readonly Page: ComponentType }>;
}

const everybody = (): boolean => true;

export const pages: readonly Page[] = [
  {
    id: "overview",
    name: "Overview",
    group: "Data",
    may: everybody,
    load: () => import("./pages/overview.tsx"),
  },
  {
    id: "indices",
    name: "Indices",
    group: "Data",
    may: everybody,
    load: () => import("./pages/indices.tsx"),
  },
  {
    id: "search",
    name: "Search",
    group: "Data",
    may: everybody,
    load: () => import("./pages/search.tsx"),
  },
  {
    id: "console",
    name: "Console",
    group: "Data",
    may: everybody,
    load: () => import("./pages/console.tsx"),
  },
  {
    id: "analyze",
    name: "Analyze",
    group: "Data",
    may: everybody,
    load: () => import("./pages/analyze.tsx"),
  },
  {
    id: "import",
    name: "Import",
    group: "Data",
    may: ({ everywhere }) => everywhere["index"] === true || everywhere["write"] === true,
    load: () => import("./pages/import.tsx"),
  },
];

/** Those that a person sees. People and what they did are there with security only. */
export function pagesOf(rights: Rights, security: Security): readonly Page[] {
  return pages.filter((page) => (security !== "off" || page.group === "Data") && page.may(rights));
}
