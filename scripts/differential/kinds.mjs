// Kinds of random requests. Adding one is a file in kinds/ and a line here. A kind is:
//   name                    as `--kind` asks for it
//   oracle                  which real server vouches for it (oracles.mjs)
//   world(random)           an index: `{ body, batches }` and whatever `request` wants to know of it. `body` is that of
//                           creating it, `batches` are lists of `{ _id, source, routing?, delete? }`, each refreshed: a
//                           segment each
//   request(random, world)  `{ path, body, method? }`; `path` is behind the name of the index (`_search?q=a`). `$index`
// in
//                           it or in the body becomes that name
// Both are plain functions of a `Random`: the same seeds make the same requests. What makes a request smaller knows
// JSON alone (shrink.mjs), so that generators need not care.
import { aggregations } from "./kinds/aggregations.mjs";
import { expressions } from "./kinds/expressions.mjs";
import { joins } from "./kinds/joins.mjs";
import { percolation } from "./kinds/percolation.mjs";
import { queries } from "./kinds/queries.mjs";
import { requests } from "./kinds/requests.mjs";
import { scriptQueries } from "./kinds/script-queries.mjs";
import { scripts } from "./kinds/scripts.mjs";

export const kinds = [aggregations, expressions, joins, percolation, queries, requests, scriptQueries, scripts];
