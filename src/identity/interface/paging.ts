/** Pages of lists: what a query string asks for, and the envelope of the answer. */
import type { Json, JsonObject } from "../../core/json.ts";
import { detail } from "./identity-errors.ts";

const DEFAULT_PAGE_SIZE = 100;
const MAXIMUM_PAGE_SIZE = 1000;

/** A page that was asked for. */
export interface PageRequest {
  /** From 1; `last` is known only with the count. */
  readonly page: number | "last";
  readonly size: number;
}

/** Reads `page` and `page_size`. A senseless size is ignored; a senseless page is 404. */
export function readPage(query: Readonly<Record<string, string>>): PageRequest {
  const size = /^\d{1,9}$/.test(query["page_size"] ?? "") ? Number(query["page_size"]) : 0;
  const page = query["page"] ?? "1";
  if (page !== "last" && !/^0*[1-9]\d{0,9}$/.test(page)) throw invalidPage();
  return {
    page: page === "last" ? "last" : Number(page),
    size: size > 0 ? Math.min(size, MAXIMUM_PAGE_SIZE) : DEFAULT_PAGE_SIZE,
  };
}

/** The number of a page among `count` results; throws 404 for one that is not there. The first is always there. */
export function pageNumber({ page, size }: PageRequest, count: number): number {
  const last = Math.max(1, Math.ceil(count / size));
  if (page === "last") return last;
  if (page > last) throw invalidPage();
  return page;
}

/** What the envelope tells. */
export interface PageOfResults {
  readonly number: number;
  readonly size: number;
  readonly count: number;
  readonly results: readonly Json[];
}

/**
 * The declared envelope, and the numbers that authentik's clients read. `address` is that of the request without query
 * string.
 */
export function envelope(page: PageOfResults, address: string, query: Readonly<Record<string, string>>): JsonObject {
  const { number, size, count, results } = page;
  const pages = Math.max(1, Math.ceil(count / size));
  const next = number < pages ? number + 1 : 0;
  const previous = number - 1;
  return {
    pagination: {
      next,
      previous,
      count,
      current: number,
      total_pages: pages,
      start_index: count === 0 ? 0 : (number - 1) * size + 1,
      end_index: Math.min(number * size, count),
    },
    count,
    next: next === 0 ? null : pageAddress(address, query, next),
    previous: previous === 0 ? null : pageAddress(address, query, previous),
    results: [...results],
  };
}

/** The first page has no number in its address. */
function pageAddress(address: string, query: Readonly<Record<string, string>>, page: number): string {
  const parameters = Object.entries(query).filter(([name]) => name !== "page");
  if (page > 1) parameters.push(["page", String(page)]);
  parameters.sort(([one], [other]) => (one < other ? -1 : 1));
  const text = new URLSearchParams(parameters).toString();
  return text === "" ? address : `${address}?${text}`;
}

function invalidPage(): Error {
  return detail(404, "Invalid page.");
}
