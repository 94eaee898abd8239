/** `search_mvt`: what is found on a tile of a map, as a vector tile. */
import { parseJsonBytes } from "../compat/json/parse-json.ts";
import { isJsonObject } from "../core/json.ts";
import { stringifyJson } from "../core/stringify-json.ts";
import { tileOfLayers } from "../vector-tile/tile-layer.ts";
import type { Operation } from "./operation.ts";
import { tileLayers } from "./requests/vector-tile/tile-layers.ts";
import { tileRequestOf } from "./requests/vector-tile/tile-request.ts";
import { tileSearch } from "./requests/vector-tile/tile-search.ts";
import { searchFor } from "./search.ts";

export const searchMvt: Operation = {
  name: "search_mvt",
  actions: ["indices:data/read/search"],
  cancellable: true,

  async handle(request, services) {
    const asked = await tileRequestOf(request);
    const { head, principal, startedMs, task } = request;
    const answer = await searchFor(
      {
        head,
        principal,
        startedMs,
        task,
        // The parameters are those of the tile.
        parameters: { index: request.parameters["index"] ?? "" },
        onGone: (listener) => request.onGone(listener),
        render: { filterPath: undefined, pretty: false, human: false, format: "json" },
      },
      services,
      stringifyJson(tileSearch(asked)),
    );
    for (const warning of answer.warnings ?? []) request.warn(warning);
    const found = parseJsonBytes(answer.bytes);
    return {
      status: 200,
      bytes: tileOfLayers(tileLayers(asked, isJsonObject(found) ? found : {})),
      contentType: "application/vnd.mapbox-vector-tile",
    };
  },
};
