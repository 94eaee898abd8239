/**
 * The data directory cannot be used: another process holds it, or its format is unknown. Addressed to the person who
 * starts the server.
 */
export class DataFolderRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "DataFolderRefused";
  }
}

/**
 * Another process has taken over the data directory: this process was silent so long that it counted as dead, and must
 * exit.
 */
export class DataFolderLost extends Error {
  constructor(path: string) {
    super(
      `the data directory was taken over by another process (lock file [${path}] is no longer ours): this one ends, to do no harm`,
    );
    this.name = "DataFolderLost";
  }
}
