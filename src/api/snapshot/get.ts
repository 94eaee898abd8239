/** `snapshot.get`: snapshots of repositories, sorted and in pages. */
import { booleanParameter, listParameter } from "../../http/parameters.ts";
import type { Operation } from "../operation.ts";
import { shownSnapshot } from "../requests/render-snapshot.ts";
import { chosenSnapshots } from "../requests/chosen-snapshots.ts";
import { readSnapshotPage, snapshotPage } from "../requests/snapshot-page.ts";
import { checkTimeouts } from "../requests/timeouts.ts";

export const getSnapshot: Operation = {
  name: "snapshot.get",
  actions: ["cluster:admin/snapshot/get"],

  async handle({ parameters, render }, services) {
    checkTimeouts(parameters);
    const verbose = booleanParameter(parameters, "verbose", true);
    const view = {
      verbose,
      indexNames: booleanParameter(parameters, "index_names", verbose),
      indexDetails: booleanParameter(parameters, "index_details", false),
      includeRepository: booleanParameter(parameters, "include_repository", true),
      human: render.human,
    };
    const ignoreUnavailable = booleanParameter(parameters, "ignore_unavailable", false);
    const page = readSnapshotPage(parameters, verbose);
    const found = await chosenSnapshots(services, {
      repositories: listParameter(parameters, "repository") ?? ["_all"],
      names: listParameter(parameters, "snapshot") ?? ["_all"],
      ignoreUnavailable,
    });
    const { snapshots, next, total, remaining } = snapshotPage(found, page);
    return {
      status: 200,
      body: {
        snapshots: snapshots.map((snapshot) => shownSnapshot(snapshot, view)),
        ...(next === undefined ? {} : { next }),
        total,
        remaining,
      },
    };
  },
};
