// The same on two servers: an index with its documents, and requests to it.
import { differencesOf, refusalOf } from "./compare.mjs";
import { statedReason } from "./stated.mjs";

const OK = 200;
const PATIENCE_MS = 60_000;

export class BothServers {
  #urls;
  #index;
  #kind;
  #words;

  constructor({ ours, theirs, index, kind, hasOwnWords }) {
    this.#urls = [ours, theirs];
    this.#index = index;
    this.#kind = kind;
    this.#words = { hasOwnWords };
  }

  /** Makes the index anew; answers what the servers did not agree on. */
  async make({ body, batches }) {
    await this.remove();
    const created = await this.#both({ method: "PUT", path: "", body });
    const found = this.#unstated({ body }, created);
    if (found.length > 0) return found;
    if (created[0].status !== OK)
      return [{ what: "create", ours: refusalOf(created[0]), theirs: refusalOf(created[1]) }];
    for (const batch of batches) {
      const lines = batch.flatMap(({ _id, source, routing, delete: isDelete }) =>
        isDelete
          ? [JSON.stringify({ delete: { _id, routing } })]
          : [JSON.stringify({ index: { _id, routing } }), typeof source === "string" ? source : JSON.stringify(source)],
      );
      const written = await this.#both({ path: "_bulk?refresh=true", body: `${lines.join("\n")}\n` });
      const [mine, other] = written.map(({ body }) => body.items?.map(itemOf));
      const at = mine?.findIndex((item, number) => item !== other?.[number]) ?? 0;
      if (mine === undefined || at >= 0)
        return [{ what: "bulk", ours: mine?.[at], theirs: other?.[at], document: batch[at] }];
    }
    return [];
  }

  /** Sends a request to both; answers their answers and the differences that nothing explains. */
  async ask(request) {
    const answers = await this.#both(request);
    return { answers, differences: this.#unstated(request, answers) };
  }

  async remove() {
    await this.#both({ method: "DELETE", path: "?ignore_unavailable=true" });
  }

  /** Reasons that were told, with how often. */
  stated = new Map();

  #unstated(request, [ours, theirs]) {
    return differencesOf(ours, theirs, this.#words).filter((difference) => {
      const why = statedReason(this.#kind, request, difference);
      if (why !== undefined) this.stated.set(why, (this.stated.get(why) ?? 0) + 1);
      return why === undefined;
    });
  }

  #both({ method = "POST", path, body }) {
    const named = (text) => text.replaceAll("$index", this.#index);
    const text = body === undefined ? undefined : named(typeof body === "string" ? body : JSON.stringify(body));
    return Promise.all(
      this.#urls.map(async (url) => {
        const response = await fetch(`${url}/${this.#index}${/^$|^\?/.test(path) ? "" : "/"}${named(path)}`, {
          method,
          headers: { "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json" },
          signal: AbortSignal.timeout(PATIENCE_MS),
          body: text,
        });
        return { status: response.status, body: await response.json() };
      }),
    );
  }
}

function itemOf(item) {
  const { status, error } = Object.values(item)[0];
  return error ? `${status} ${error.type}` : `${status}`;
}
