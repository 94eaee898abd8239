/** `snapshot.create_repository`: registers a place for snapshots. */
import { putCustom } from "../../cluster/changes/put-custom.ts";
import { flattenSettings } from "../../cluster/index-settings.ts";
import { illegalArgument } from "../../compat/errors.ts";
import { validationFailed } from "../../compat/validation-failed.ts";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { checkRepositoryName, REPOSITORIES, verifyRepository } from "../../snapshots/repositories.ts";
import { changeSource } from "../audit/change-source.ts";
import type { Operation } from "../operation.ts";
import { requiredSnapshotBody } from "../requests/snapshot-body.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const createRepository: Operation = {
  name: "snapshot.create_repository",
  actions: ["cluster:admin/repository/put"],
  audit: "told",

  async handle(request, { cluster, snapshots }) {
    const { parameters } = request;
    checkTimeouts(parameters);
    const verify = booleanParameter(parameters, "verify", true);
    const name = parameters["repository"] ?? "";
    const body = await requiredSnapshotBody(request);
    const stored = storedRepository(body);
    checkRepositoryName(name);
    const repository = snapshots.repositories.open(name, stored);
    snapshots.checkUnused(name);
    const kept = snapshots.repositories.sealed(name, stored);
    await cluster.apply(changeSource(createRepository.name, request), putCustom(REPOSITORIES, name, kept));
    // What cannot be reached stays registered, as in Elasticsearch: it may be there later.
    if (verify && body["verify"] !== false) await verifyRepository(repository);
    return { status: 200, body: { acknowledged: true } };
  },
};

/** Type and settings, flat as text. Throws 400. */
function storedRepository({ type, settings = null }: Readonly<Record<string, Json>>): JsonObject {
  if (type === undefined || type === null) throw validationFailed(["type is missing"]);
  if (settings !== null && !isJsonObject(settings))
    throw illegalArgument("Malformed settings section, should include an inner object");
  const flat = Object.entries(flattenSettings(settings ?? {})).flatMap(([key, value]) =>
    value === null ? [] : [[key, Array.isArray(value) ? value.join(",") : value] as const],
  );
  return { type: typeof type === "object" ? JSON.stringify(type) : String(type), settings: Object.fromEntries(flat) };
}
