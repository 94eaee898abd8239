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
  {
    id: "users",
    name: "Users",
    group: "People",
    may: ({ identity }) => identity["view_user"] === true,
    load: () => import("./pages/users.tsx"),
  },
  {
    id: "groups",
    name: "Groups",
    group: "People",
    may: ({ identity }) => identity["view_group"] === true,
    load: () => import("./pages/groups.tsx"),
  },
  {
    id: "roles",
    name: "Roles",
    group: "People",
    may: ({ superuser, cluster }) => superuser || cluster["manage_security"] === true,
    load: () => import("./pages/roles.tsx"),
  },
  {
    id: "tokens",
    name: "Tokens",
    group: "People",
    may: everybody,
    load: () => import("./pages/tokens.tsx"),
  },
  {
    id: "applications",
    name: "Applications",
    group: "People",
    may: ({ identity }) => identity["view_application"] === true,
    load: () => import("./pages/applications.tsx"),
  },
  {
    id: "certificates",
    name: "Certificates",
    group: "People",
    may: ({ identity }) => identity["view_certificatekeypair"] === true,
    load: () => import("./pages/certificates.tsx"),
  },
  {
    id: "events",
    name: "Events",
    group: "Trail",
    may: ({ superuser, identity }) => superuser || identity["view_event"] === true,
    load: () => import("./pages/events.tsx"),
  },
  {
    id: "notifications",
    name: "Notifications",
    group: "Trail",
    may: everybody,
    load: () => import("./pages/notifications.tsx"),
  },
  {
    id: "tasks",
    name: "Tasks",
    group: "Trail",
    may: ({ superuser, cluster }) => superuser || cluster["monitor"] === true,
    load: () => import("./pages/tasks.tsx"),
  },
];

/** Those that a person sees. People and what they did are there with security only. */
export function pagesOf(rights: Rights, security: Security): readonly Page[] {
  return pages.filter((page) => (security !== "off" || page.group === "Data") && page.may(rights));
}
