/** What `resolve` answers; where it fails, a request that cannot be read is told so first, as in Elasticsearch. */
import type { MaybeLater } from "../../core/maybe-later.ts";

export function orReadFirst<T>(resolve: () => T, read: () => MaybeLater<unknown>): MaybeLater<T> {
  try {
    return resolve();
  } catch (error) {
    return Promise.resolve(read()).then(() => {
      throw error;
    });
  }
}
