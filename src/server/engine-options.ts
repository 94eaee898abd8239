/** What an engine is opened with, from the settings of the command line. */
import type { EngineOptions } from "./engine.ts";
import type { Log } from "./log.ts";
import type { Settings } from "./settings.ts";

export function engineOptions(settings: Settings, log: Log, onFatal: EngineOptions["onFatal"]): EngineOptions {
  return {
    dataPath: settings.dataPath,
    place: settings.place,
    configFolder: settings.configFolder,
    repositoryFolders: settings.repositoryFolders,
    s3Endpoints: settings.s3Endpoints,
    remoteReindex: settings.remoteReindex,
    remoteClusters: settings.remoteClusters,
    inferenceAllowPrivate: settings.inferenceAllowPrivate,
    threads: settings.threads,
    memoryBytes: settings.memoryBytes,
    clusterName: settings.clusterName,
    nodeName: settings.nodeName,
    host: settings.host,
    ui: settings.ui,
    security: {
      enabled: settings.security,
      identityPasswords: settings.identityPasswords,
      adminUser: settings.adminUser,
      adminPassword: settings.adminPassword,
      adminToken: settings.adminToken,
      firstLink: settings.ui,
      secretKeyFile: settings.secretKeyFile,
      eventRetentionDays: settings.eventRetentionDays,
      notifications: settings.notifications,
      publicUrl: settings.listener.publicUrl,
    },
    log,
    onFatal,
  };
}
