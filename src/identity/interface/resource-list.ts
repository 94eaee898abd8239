/** Lists of a resource: filters, search, order and pages. */
import { ownOf } from "../../core/names.ts";
import type { IdentityRequest, IdentityResponse, QueryParameter } from "./endpoint.ts";
import { assertKnownParameters } from "./known-parameters.ts";
import { envelope, pageNumber, readPage } from "./paging.ts";
import type { RecordQuery, StoredRecord } from "../records/record-store.ts";
import type { Resource, Restriction } from "./resource.ts";

/** What every list with pages takes. */
export const LIST_PARAMETERS: readonly QueryParameter[] = [
  {
    name: "ordering",
    schema: { type: "string" },
    description:
      "Field to sort by; a leading minus reverses; several may be joined by commas; unknown names are ignored.",
  },
  {
    name: "search",
    schema: { type: "string" },
    description: "Terms separated by blanks or commas; every term must occur in one of the search fields.",
  },
  {
    name: "page",
    schema: {
      oneOf: [
        { type: "integer", minimum: 1 },
        { type: "string", enum: ["last"] },
      ],
    },
    description: "Page number from 1, or last.",
  },
  {
    name: "page_size",
    schema: { type: "integer" },
    description: "Results on each page, at most 1000; values below 1 are ignored, and 100 is the default.",
  },
];

/** Answers a page of what the caller may see. */
export async function listRecords(declared: Resource, request: IdentityRequest): Promise<IdentityResponse> {
  assertKnownParameters(request.query, [...declared.filters, ...LIST_PARAMETERS]);
  const asked = readPage(request.query);
  const restriction = await combined(declared, request);
  const found =
    restriction === "nothing" ? { count: 0, records: [] } : await page(declared, request, restriction, asked);
  const number = pageNumber(asked, found.count);
  const results = await declared.show(found.records, request);
  return {
    status: 200,
    body: envelope({ number, size: asked.size, count: found.count, results }, request.address, request.query),
  };
}

type Filters = Exclude<Restriction, "nothing">;

/** All restrictions together. Two on one field leave what both allow. */
async function combined(declared: Resource, request: IdentityRequest): Promise<Restriction> {
  const restrictions = [await declared.permissions.visible(request)];
  for (const filter of declared.filters) {
    const value = ownOf(request.query, filter.name);
    if (value !== undefined && value !== "") restrictions.push(await filter.restriction(value, request));
  }
  let filters: Filters = {};
  for (const restriction of restrictions) {
    if (restriction === undefined) continue;
    if (restriction === "nothing") return "nothing";
    for (const [field, wanted] of Object.entries(restriction)) {
      const before = ownOf(filters, field);
      const both = before === undefined ? wanted : asList(wanted).filter((value) => asList(before).includes(value));
      if (Array.isArray(both) && both.length === 0) return "nothing";
      filters = { ...filters, [field]: both };
    }
  }
  return filters;
}

function asList(value: Filters[string]): readonly (string | number | boolean | null)[] {
  return typeof value === "object" && value !== null ? value : [value];
}

async function page(
  declared: Resource,
  request: IdentityRequest,
  filters: Filters,
  asked: ReturnType<typeof readPage>,
): Promise<{ count: number; records: StoredRecord[] }> {
  const { store } = request;
  const listedFrom = declared.listedFrom?.(request);
  const query: Omit<RecordQuery, "from" | "size"> = {
    model: declared.model.name,
    filters,
    ...(listedFrom ? { atLeast: listedFrom } : {}),
    search: request.query["search"],
    searchFields: declared.searchFields,
    ordering: ordering(declared, request.query["ordering"]),
  };
  if (asked.page !== "last") return store.list({ ...query, from: (asked.page - 1) * asked.size, size: asked.size });
  const { count } = await store.list({ ...query, from: 0, size: 0 });
  const { records } = await store.list({
    ...query,
    from: (pageNumber(asked, count) - 1) * asked.size,
    size: asked.size,
  });
  return { count, records };
}

/** Unknown names are dropped; when none is left, the order is the usual one. */
function ordering(declared: Resource, asked: string | undefined): readonly string[] {
  const shown = new Set(declared.fields.map((field) => field.name));
  const names = (asked ?? "").split(",").map((name) => name.trim());
  const known = names.filter((name) => {
    const field = name.replace(/^-/, "");
    return shown.has(field) && declared.model.ordering.includes(field);
  });
  return known.length > 0 ? known : declared.defaultOrdering;
}
