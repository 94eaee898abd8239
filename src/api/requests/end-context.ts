/** Ends scrolls and points in time. */
import type { SearchContext } from "../../search/coordinate/search-contexts.ts";
import type { Services } from "../operation.ts";

/** Ends a context, elsewhere too; answers how many states it held, and whether every cluster was told. */
export async function endContext(
  { contexts }: Pick<Services, "contexts">,
  context: SearchContext,
): Promise<{ readonly freed: number; readonly succeeded: boolean }> {
  const { elsewhere } = context;
  const there = (elsewhere?.clusters ?? []).reduce((sum, { shards }) => sum + shards.length, 0);
  const here = contexts.close(context) ? context.states - there : 0;
  if (!elsewhere) return { freed: here, succeeded: true };
  try {
    return { freed: here + (await elsewhere.release()), succeeded: true };
  } catch {
    // Why is in the log of the link; what is held there ends with its time.
    return { freed: here, succeeded: false };
  }
}
