/** What `resolve` answers; where it fails, a request that cannot be read is told so first, as in Elasticsearch. */
export async function orReadFirst<T>(resolve: () => T, read: () => Promise<unknown>): Promise<T> {
  try {
    return resolve();
  } catch (error) {
    await read();
    throw error;
  }
}
