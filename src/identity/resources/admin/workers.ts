/** The threads that work. */
import { pageComponent, reference } from "../../interface/component.ts";
import type { Endpoint } from "../../interface/endpoint.ts";
import { searchTerms } from "../../records/list-keys.ts";
import { envelope, pageNumber, readPage } from "../../interface/paging.ts";
import { LIST_PARAMETERS } from "../../interface/resource-list.ts";
import { superusersOnly } from "./superusers-only.ts";

export const workers: Endpoint = {
  path: "admin/workers/",
  title: "Worker List",
  components: [
    {
      name: "Worker",
      schema: {
        type: "object",
        required: ["worker_id", "version", "version_matching"],
        properties: {
          worker_id: { type: "string", readOnly: true, description: "Id of the node, and what the thread does." },
          version: { type: "string", readOnly: true },
          version_matching: {
            type: "boolean",
            readOnly: true,
            description: "Whether it runs the version that answers.",
          },
        },
      },
    },
    pageComponent("Worker"),
  ],
  methods: {
    GET: {
      id: "admin_workers_list",
      summary: "Connected workers",
      query: LIST_PARAMETERS,
      answer: { status: 200, description: "Success.", schema: reference("PaginatedWorkerList") },
      refusals: [403, 404],
      permission: "superuser",
      handle(request) {
        superusersOnly(request);
        const { query, address, productVersion } = request;
        const asked = readPage(query);
        const terms = searchTerms(query["search"]);
        const found = request.workers().filter((id) => terms.every((term) => id.toLowerCase().includes(term)));
        const sorted = found.toSorted((one, other) => (one < other ? -1 : 1));
        if (firstKnown(query["ordering"]) === "-worker_id") sorted.reverse();
        const number = pageNumber(asked, sorted.length);
        const page = sorted.slice((number - 1) * asked.size, number * asked.size);
        const results = page.map((id) => ({ worker_id: id, version: productVersion, version_matching: true }));
        return Promise.resolve({
          status: 200,
          body: envelope({ number, size: asked.size, count: sorted.length, results }, address, query),
        });
      },
    },
  },
};

/** All workers have one version, so the only order is that of their ids. */
function firstKnown(ordering: string | undefined): string | undefined {
  return ordering
    ?.split(",")
    .find((name) => /^-?worker_id$/.test(name.trim()))
    ?.trim();
}
