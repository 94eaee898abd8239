/** Every operation that is there. A documented one that is missing here is answered as unknown. */
import { bulk } from "./bulk.ts";
import { count } from "./count.ts";
import { create } from "./create.ts";
import { deleteDocument } from "./delete.ts";
import { existsSource } from "./exists-source.ts";
import { exists } from "./exists.ts";
import { explain } from "./explain.ts";
import { getSource } from "./get-source.ts";
import { get } from "./get.ts";
import { indexDocument } from "./index-document.ts";
import { validateQuery } from "./indices/validate-query.ts";
import { info } from "./info.ts";
import { mget } from "./mget.ts";
import { msearch } from "./msearch.ts";
import type { Operation } from "./operation.ts";
import { ping } from "./ping.ts";
import { search } from "./search.ts";
import { update } from "./update.ts";

export const operations: readonly Operation[] = [
  bulk,
  count,
  create,
  deleteDocument,
  exists,
  existsSource,
  explain,
  get,
  getSource,
  indexDocument,
  validateQuery,
  info,
  mget,
  msearch,
  ping,
  search,
  update,
];
