/**
 * The operations that are there, but for those of security (`security-operations.ts`). A documented one that is missing
 * is answered as unknown.
 */
import { deleteAutoscalingPolicy } from "./autoscaling/delete-autoscaling-policy.ts";
import { getAutoscalingCapacity } from "./autoscaling/get-autoscaling-capacity.ts";
import { getAutoscalingPolicy } from "./autoscaling/get-autoscaling-policy.ts";
import { putAutoscalingPolicy } from "./autoscaling/put-autoscaling-policy.ts";
import { deleteAsyncSearch } from "./async-search/delete.ts";
import { get as getAsyncSearch } from "./async-search/get.ts";
import { status as asyncSearchStatus } from "./async-search/status.ts";
import { submit as submitAsyncSearch } from "./async-search/submit.ts";
import { bulk } from "./bulk.ts";
import { catAliases } from "./cat/aliases.ts";
import { catAllocation } from "./cat/allocation.ts";
import { catCircuitBreaker } from "./cat/circuit-breaker.ts";
import { catComponentTemplates } from "./cat/component-templates.ts";
import { catCount } from "./cat/count.ts";
import { catFielddata } from "./cat/fielddata.ts";
import { catHealth } from "./cat/health.ts";
import { catHelp } from "./cat/help.ts";
import { catIndices } from "./cat/indices.ts";
import { catMaster } from "./cat/master.ts";
import { catMlDataFrameAnalytics } from "./cat/ml-data-frame-analytics.ts";
import { catMlDatafeeds } from "./cat/ml-datafeeds.ts";
import { catMlJobs } from "./cat/ml-jobs.ts";
import { catMlTrainedModels } from "./cat/ml-trained-models.ts";
import { catNodeattrs } from "./cat/nodeattrs.ts";
import { catNodes } from "./cat/nodes.ts";
import { catPendingTasks } from "./cat/pending-tasks.ts";
import { catPlugins } from "./cat/plugins.ts";
import { catRecovery } from "./cat/recovery.ts";
import { catRepositories } from "./cat/repositories.ts";
import { catSegments } from "./cat/segments.ts";
import { catShards } from "./cat/shards.ts";
import { catSnapshots } from "./cat/snapshots.ts";
import { catTasks } from "./cat/tasks.ts";
import { catTemplates } from "./cat/templates.ts";
import { catThreadPool } from "./cat/thread-pool.ts";
import { catTransforms } from "./cat/transforms.ts";
import { allocationExplain } from "./cluster/allocation-explain.ts";
import { deleteDanglingIndex } from "./dangling-indices/delete-dangling-index.ts";
import { importDanglingIndex } from "./dangling-indices/import-dangling-index.ts";
import { listDanglingIndices } from "./dangling-indices/list-dangling-indices.ts";
import { getFeatures } from "./features/get-features.ts";
import { healthReport } from "./health-report.ts";
import { deleteLicense } from "./license/delete.ts";
import { getBasicStatus } from "./license/get-basic-status.ts";
import { getTrialStatus } from "./license/get-trial-status.ts";
import { getLicense } from "./license/get.ts";
import { postStartBasic } from "./license/post-start-basic.ts";
import { postStartTrial } from "./license/post-start-trial.ts";
import { getDataLifecycleStats } from "./indices/get-data-lifecycle-stats.ts";
import { nodesHotThreads } from "./nodes/hot-threads.ts";
import { nodesUsage } from "./nodes/usage.ts";
import { reloadSecureSettings } from "./nodes/reload-secure-settings.ts";
import { xpackInfo } from "./xpack/info.ts";
import { xpackUsage } from "./xpack/usage.ts";
import { deleteComponentTemplate } from "./cluster/delete-component-template.ts";
import { deleteVotingConfigExclusions } from "./cluster/delete-voting-config-exclusions.ts";
import { existsComponentTemplate } from "./cluster/exists-component-template.ts";
import { getComponentTemplate } from "./cluster/get-component-template.ts";
import { getClusterSettings } from "./cluster/get-settings.ts";
import { health } from "./cluster/health.ts";
import { pendingTasks } from "./cluster/pending-tasks.ts";
import { postVotingConfigExclusions } from "./cluster/post-voting-config-exclusions.ts";
import { putComponentTemplate } from "./cluster/put-component-template.ts";
import { putClusterSettings } from "./cluster/put-settings.ts";
import { remoteInfo } from "./cluster/remote-info.ts";
import { reroute } from "./cluster/reroute.ts";
import { clusterState } from "./cluster/state.ts";
import { clusterStats } from "./cluster/stats.ts";
import { clearScroll } from "./clear-scroll.ts";
import { closePointInTime } from "./close-point-in-time.ts";
import { count } from "./count.ts";
import { create } from "./create.ts";
import { deleteByQueryRethrottle } from "./delete-by-query-rethrottle.ts";
import { deleteByQuery } from "./delete-by-query.ts";
import { deleteScript } from "./delete-script.ts";
import { deleteDocument } from "./delete.ts";
import { existsSource } from "./exists-source.ts";
import { exists } from "./exists.ts";
import { explain } from "./explain.ts";
import { fieldCaps } from "./field-caps.ts";
import { getSource } from "./get-source.ts";
import { getScriptContext } from "./get-script-context.ts";
import { getScriptLanguages } from "./get-script-languages.ts";
import { getScript } from "./get-script.ts";
import { get } from "./get.ts";
import { indexDocument } from "./index-document.ts";
import { deletePolicy } from "./enrich/delete-policy.ts";
import { executePolicy } from "./enrich/execute-policy.ts";
import { getPolicy } from "./enrich/get-policy.ts";
import { putPolicy } from "./enrich/put-policy.ts";
import { stats as enrichStats } from "./enrich/stats.ts";
import { putTransform } from "./transform/put-transform.ts";
import { updateTransform } from "./transform/update-transform.ts";
import { getTransform } from "./transform/get-transform.ts";
import { getTransformStats } from "./transform/get-transform-stats.ts";
import { startTransform } from "./transform/start-transform.ts";
import { stopTransform } from "./transform/stop-transform.ts";
import { deleteTransform } from "./transform/delete-transform.ts";
import { resetTransform } from "./transform/reset-transform.ts";
import { scheduleNowTransform } from "./transform/schedule-now-transform.ts";
import { previewTransform } from "./transform/preview-transform.ts";
import { getNodeStats } from "./transform/get-node-stats.ts";
import { setUpgradeMode } from "./transform/set-upgrade-mode.ts";
import { upgradeTransforms } from "./transform/upgrade-transforms.ts";
import { completion } from "./inference/completion.ts";
import { deleteInference } from "./inference/delete.ts";
import { get as getInference } from "./inference/get.ts";
import { inference } from "./inference/inference.ts";
import { put as putInference } from "./inference/put.ts";
import { rerank } from "./inference/rerank.ts";
import { sparseEmbedding } from "./inference/sparse-embedding.ts";
import { textEmbedding } from "./inference/text-embedding.ts";
import { update as updateInference } from "./inference/update.ts";
import { deleteGeoipDatabase } from "./ingest/delete-geoip-database.ts";
import { deleteIpLocationDatabase } from "./ingest/delete-ip-location-database.ts";
import { getGeoipDatabase } from "./ingest/get-geoip-database.ts";
import { getIpLocationDatabase } from "./ingest/get-ip-location-database.ts";
import { putGeoipDatabase } from "./ingest/put-geoip-database.ts";
import { putIpLocationDatabase } from "./ingest/put-ip-location-database.ts";
import { geoIpStats } from "./ingest/geo-ip-stats.ts";
import { deletePipeline } from "./ingest/delete-pipeline.ts";
import { getPipeline } from "./ingest/get-pipeline.ts";
import { processorGrok } from "./ingest/processor-grok.ts";
import { putPipeline } from "./ingest/put-pipeline.ts";
import { simulate } from "./ingest/simulate.ts";
import { simulateIngest } from "./simulate/ingest.ts";
import { createFrom } from "./indices/create-from.ts";
import { deleteDataStreamOptions } from "./indices/delete-data-stream-options.ts";
import { freezeIndex } from "./indices/freeze.ts";
import { getDataStreamMappings } from "./indices/get-data-stream-mappings.ts";
import { getDataStreamOptions } from "./indices/get-data-stream-options.ts";
import { getDataStreamSettings } from "./indices/get-data-stream-settings.ts";
import { putDataStreamMappings } from "./indices/put-data-stream-mappings.ts";
import { putDataStreamOptions } from "./indices/put-data-stream-options.ts";
import { putDataStreamSettings } from "./indices/put-data-stream-settings.ts";
import { resolveCluster } from "./indices/resolve-cluster.ts";
import { unfreezeIndex } from "./indices/unfreeze.ts";
import { addBlock } from "./indices/add-block.ts";
import { analyze } from "./indices/analyze.ts";
import { clearCache } from "./indices/clear-cache.ts";
import { cloneIndex } from "./indices/clone.ts";
import { createDataStream } from "./indices/create-data-stream.ts";
import { closeIndex } from "./indices/close.ts";
import { createIndex } from "./indices/create.ts";
import { dataStreamsStats } from "./indices/data-streams-stats.ts";
import { deleteAutoFollowPattern } from "./ccr/delete-auto-follow-pattern.ts";
import { follow } from "./ccr/follow.ts";
import { followInfo } from "./ccr/follow-info.ts";
import { followStats } from "./ccr/follow-stats.ts";
import { forgetFollower } from "./ccr/forget-follower.ts";
import { getAutoFollowPattern } from "./ccr/get-auto-follow-pattern.ts";
import { pauseAutoFollowPattern } from "./ccr/pause-auto-follow-pattern.ts";
import { pauseFollow } from "./ccr/pause-follow.ts";
import { putAutoFollowPattern } from "./ccr/put-auto-follow-pattern.ts";
import { resumeAutoFollowPattern } from "./ccr/resume-auto-follow-pattern.ts";
import { resumeFollow } from "./ccr/resume-follow.ts";
import { stats as replicationStats } from "./ccr/stats.ts";
import { unfollow } from "./ccr/unfollow.ts";
import { deleteLifecyclePolicy } from "./ilm/delete-lifecycle.ts";
import { explainLifecycle } from "./ilm/explain-lifecycle.ts";
import { getLifecyclePolicy } from "./ilm/get-lifecycle.ts";
import { getLifecycleStatus } from "./ilm/get-status.ts";
import { moveToStep } from "./ilm/move-to-step.ts";
import { putLifecyclePolicy } from "./ilm/put-lifecycle.ts";
import { removePolicy } from "./ilm/remove-policy.ts";
import { retry } from "./ilm/retry.ts";
import { startIndexLifecycles } from "./ilm/start.ts";
import { stopIndexLifecycles } from "./ilm/stop.ts";
import { deleteAlias } from "./indices/delete-alias.ts";
import { deleteDataLifecycle } from "./indices/delete-data-lifecycle.ts";
import { deleteDataStream } from "./indices/delete-data-stream.ts";
import { deleteIndexTemplate } from "./indices/delete-index-template.ts";
import { deleteTemplate } from "./indices/delete-template.ts";
import { deleteIndex } from "./indices/delete.ts";
import { downsample } from "./indices/downsample.ts";
import { existsAlias } from "./indices/exists-alias.ts";
import { existsIndexTemplate } from "./indices/exists-index-template.ts";
import { existsTemplate } from "./indices/exists-template.ts";
import { indexExists } from "./indices/exists.ts";
import { explainDataLifecycle } from "./indices/explain-data-lifecycle.ts";
import { flush } from "./indices/flush.ts";
import { forcemerge } from "./indices/forcemerge.ts";
import { getAlias } from "./indices/get-alias.ts";
import { getDataLifecycle } from "./indices/get-data-lifecycle.ts";
import { getDataStream } from "./indices/get-data-stream.ts";
import { getFieldMapping } from "./indices/get-field-mapping.ts";
import { getIndexTemplate } from "./indices/get-index-template.ts";
import { getMapping } from "./indices/get-mapping.ts";
import { getSettings } from "./indices/get-settings.ts";
import { getTemplate } from "./indices/get-template.ts";
import { getIndex } from "./indices/get.ts";
import { migrateToDataStream } from "./indices/migrate-to-data-stream.ts";
import { modifyDataStream } from "./indices/modify-data-stream.ts";
import { openIndex } from "./indices/open.ts";
import { promoteDataStream } from "./indices/promote-data-stream.ts";
import { putAlias } from "./indices/put-alias.ts";
import { putDataLifecycle } from "./indices/put-data-lifecycle.ts";
import { putIndexTemplate } from "./indices/put-index-template.ts";
import { putMapping } from "./indices/put-mapping.ts";
import { putSettings } from "./indices/put-settings.ts";
import { putTemplate } from "./indices/put-template.ts";
import { rollover } from "./indices/rollover.ts";
import { recovery } from "./indices/recovery.ts";
import { refresh } from "./indices/refresh.ts";
import { reloadSearchAnalyzers } from "./indices/reload-search-analyzers.ts";
import { removeBlock } from "./indices/remove-block.ts";
import { resolveIndex } from "./indices/resolve-index.ts";
import { segments } from "./indices/segments.ts";
import { shardStores } from "./indices/shard-stores.ts";
import { shrinkIndex } from "./indices/shrink.ts";
import { simulateIndexTemplate } from "./indices/simulate-index-template.ts";
import { simulateTemplate } from "./indices/simulate-template.ts";
import { splitIndex } from "./indices/split.ts";
import { stats } from "./indices/stats.ts";
import { updateAliases } from "./indices/update-aliases.ts";
import { validateQuery } from "./indices/validate-query.ts";
import { info } from "./info.ts";
import { knnSearch } from "./knn-search.ts";
import { mget } from "./mget.ts";
import { msearchTemplate } from "./msearch-template.ts";
import { msearch } from "./msearch.ts";
import { mtermvectors } from "./mtermvectors.ts";
import { clusterInfo } from "./cluster/info.ts";
import { diskUsage } from "./indices/disk-usage.ts";
import { fieldUsageStats } from "./indices/field-usage-stats.ts";
import { nodesInfo } from "./nodes/info.ts";
import { nodesStats } from "./nodes/stats.ts";
import type { Operation } from "./operation.ts";
import { ping } from "./ping.ts";
import { openPointInTime } from "./open-point-in-time.ts";
import { putScript } from "./put-script.ts";
import { rankEval } from "./rank-eval.ts";
import { reindexRethrottle } from "./reindex-rethrottle.ts";
import { reindex } from "./reindex.ts";
import { renderSearchTemplate } from "./render-search-template.ts";
import { scroll } from "./scroll.ts";
import { searchMvt } from "./search-mvt.ts";
import { searchShards } from "./search-shards.ts";
import { scriptsPainlessExecute } from "./scripts-painless-execute.ts";
import { searchTemplate } from "./search-template.ts";
import { deleteLifecycle } from "./slm/delete-lifecycle.ts";
import { executeLifecycle } from "./slm/execute-lifecycle.ts";
import { executeRetention } from "./slm/execute-retention.ts";
import { getLifecycle } from "./slm/get-lifecycle.ts";
import { getStats } from "./slm/get-stats.ts";
import { getStatus } from "./slm/get-status.ts";
import { putLifecycle } from "./slm/put-lifecycle.ts";
import { startLifecycles } from "./slm/start.ts";
import { stopLifecycles } from "./slm/stop.ts";
import { cleanupRepository } from "./snapshot/cleanup-repository.ts";
import { cloneSnapshot } from "./snapshot/clone.ts";
import { createRepository } from "./snapshot/create-repository.ts";
import { createSnapshot } from "./snapshot/create.ts";
import { deleteRepository } from "./snapshot/delete-repository.ts";
import { deleteSnapshot } from "./snapshot/delete.ts";
import { getRepository } from "./snapshot/get-repository.ts";
import { getSnapshot } from "./snapshot/get.ts";
import { repositoryVerifyIntegrity } from "./snapshot/repository-verify-integrity.ts";
import { repositoryAnalyze } from "./snapshot/repository-analyze.ts";
import { restoreSnapshot } from "./snapshot/restore.ts";
import { snapshotStatus } from "./snapshot/status.ts";
import { verifyRepository } from "./snapshot/verify-repository.ts";
import { search } from "./search.ts";
import { deleteRule } from "./query-rules/delete-rule.ts";
import { deleteRuleset } from "./query-rules/delete-ruleset.ts";
import { getRule } from "./query-rules/get-rule.ts";
import { getRuleset } from "./query-rules/get-ruleset.ts";
import { listRulesets } from "./query-rules/list-rulesets.ts";
import { putRule } from "./query-rules/put-rule.ts";
import { putRuleset } from "./query-rules/put-ruleset.ts";
import { test as testRuleset } from "./query-rules/test.ts";
import { deleteSynonymRule } from "./synonyms/delete-synonym-rule.ts";
import { deleteSynonym } from "./synonyms/delete-synonym.ts";
import { getSynonymRule } from "./synonyms/get-synonym-rule.ts";
import { getSynonym } from "./synonyms/get-synonym.ts";
import { getSynonymsSets } from "./synonyms/get-synonyms-sets.ts";
import { putSynonymRule } from "./synonyms/put-synonym-rule.ts";
import { putSynonym } from "./synonyms/put-synonym.ts";
import { termsEnum } from "./terms-enum.ts";
import { termvectors } from "./termvectors.ts";
import { cancelTasks } from "./tasks/cancel.ts";
import { getTask } from "./tasks/get.ts";
import { listTasks } from "./tasks/list.ts";
import { updateByQueryRethrottle } from "./update-by-query-rethrottle.ts";
import { updateByQuery } from "./update-by-query.ts";
import { update } from "./update.ts";

const catTables: readonly Operation[] = [
  deleteAutoscalingPolicy,
  getAutoscalingCapacity,
  getAutoscalingPolicy,
  putAutoscalingPolicy,
  catAliases,
  catAllocation,
  catCircuitBreaker,
  catComponentTemplates,
  catCount,
  catFielddata,
  catHealth,
  catIndices,
  catMaster,
  catMlDataFrameAnalytics,
  catMlDatafeeds,
  catMlJobs,
  catMlTrainedModels,
  catNodeattrs,
  catNodes,
  catPendingTasks,
  catPlugins,
  catRecovery,
  catRepositories,
  catSegments,
  catShards,
  catSnapshots,
  catTasks,
  catTemplates,
  catThreadPool,
  catTransforms,
];

const documentOperations: readonly Operation[] = [
  bulk,
  create,
  deleteByQuery,
  deleteByQueryRethrottle,
  deleteDocument,
  exists,
  existsSource,
  get,
  getSource,
  indexDocument,
  knnSearch,
  mget,
  mtermvectors,
  rankEval,
  reindex,
  reindexRethrottle,
  termsEnum,
  termvectors,
  update,
  updateByQuery,
  updateByQueryRethrottle,
];

const searchOperations: readonly Operation[] = [
  asyncSearchStatus,
  deleteAsyncSearch,
  getAsyncSearch,
  submitAsyncSearch,
  clearScroll,
  closePointInTime,
  count,
  explain,
  fieldCaps,
  msearch,
  msearchTemplate,
  openPointInTime,
  renderSearchTemplate,
  scriptsPainlessExecute,
  scroll,
  search,
  searchMvt,
  searchShards,
  searchTemplate,
  validateQuery,
];

const indexOperations: readonly Operation[] = [
  addBlock,
  analyze,
  clearCache,
  cloneIndex,
  closeIndex,
  createDataStream,
  createIndex,
  dataStreamsStats,
  diskUsage,
  fieldUsageStats,
  deleteAlias,
  deleteDataLifecycle,
  deleteDataStream,
  deleteIndexTemplate,
  deleteTemplate,
  deleteIndex,
  downsample,
  existsAlias,
  existsIndexTemplate,
  existsTemplate,
  explainDataLifecycle,
  flush,
  forcemerge,
  getAlias,
  getDataLifecycle,
  getDataStream,
  getFieldMapping,
  getIndex,
  getIndexTemplate,
  getMapping,
  getSettings,
  getTemplate,
  indexExists,
  migrateToDataStream,
  modifyDataStream,
  openIndex,
  promoteDataStream,
  putAlias,
  putDataLifecycle,
  putIndexTemplate,
  putMapping,
  putSettings,
  putTemplate,
  rollover,
  recovery,
  refresh,
  reloadSearchAnalyzers,
  removeBlock,
  resolveIndex,
  segments,
  shardStores,
  shrinkIndex,
  simulateIndexTemplate,
  simulateTemplate,
  putPolicy,
  getPolicy,
  deletePolicy,
  executePolicy,
  enrichStats,
  putTransform,
  updateTransform,
  getTransform,
  getTransformStats,
  startTransform,
  stopTransform,
  deleteTransform,
  resetTransform,
  scheduleNowTransform,
  previewTransform,
  getNodeStats,
  setUpgradeMode,
  upgradeTransforms,
  completion,
  deleteInference,
  getInference,
  inference,
  putInference,
  rerank,
  sparseEmbedding,
  textEmbedding,
  updateInference,
  deleteGeoipDatabase,
  deleteIpLocationDatabase,
  getGeoipDatabase,
  getIpLocationDatabase,
  putGeoipDatabase,
  putIpLocationDatabase,
  geoIpStats,
  deletePipeline,
  getPipeline,
  processorGrok,
  putPipeline,
  simulate,
  simulateIngest,
  splitIndex,
  stats,
  updateAliases,
];

const clusterOperations: readonly Operation[] = [
  allocationExplain,
  clusterState,
  clusterInfo,
  clusterStats,
  deleteComponentTemplate,
  createFrom,
  deleteDataStreamOptions,
  freezeIndex,
  getDataStreamMappings,
  getDataStreamOptions,
  getDataStreamSettings,
  putDataStreamMappings,
  putDataStreamOptions,
  putDataStreamSettings,
  resolveCluster,
  unfreezeIndex,
  deleteLifecyclePolicy,
  explainLifecycle,
  getLifecyclePolicy,
  getLifecycleStatus,
  moveToStep,
  putLifecyclePolicy,
  removePolicy,
  retry,
  startIndexLifecycles,
  stopIndexLifecycles,
  deleteVotingConfigExclusions,
  existsComponentTemplate,
  getComponentTemplate,
  getClusterSettings,
  health,
  info,
  nodesInfo,
  nodesStats,
  pendingTasks,
  ping,
  postVotingConfigExclusions,
  putComponentTemplate,
  putClusterSettings,
  remoteInfo,
  reroute,
];

const scriptOperations: readonly Operation[] = [
  deleteScript,
  getScript,
  getScriptContext,
  getScriptLanguages,
  putScript,
];

const lifecycleOperations: readonly Operation[] = [
  deleteLifecycle,
  executeLifecycle,
  executeRetention,
  getLifecycle,
  getStats,
  getStatus,
  putLifecycle,
  startLifecycles,
  stopLifecycles,
];

const snapshotOperations: readonly Operation[] = [
  cleanupRepository,
  cloneSnapshot,
  createRepository,
  createSnapshot,
  deleteRepository,
  deleteSnapshot,
  getRepository,
  getSnapshot,
  repositoryAnalyze,
  repositoryVerifyIntegrity,
  restoreSnapshot,
  snapshotStatus,
  verifyRepository,
];

/** What tools ask to know which product this is, and how it is. */
const productOperations: readonly Operation[] = [
  deleteDanglingIndex,
  deleteLicense,
  getBasicStatus,
  getFeatures,
  getLicense,
  getTrialStatus,
  healthReport,
  importDanglingIndex,
  listDanglingIndices,
  postStartBasic,
  postStartTrial,
  getDataLifecycleStats,
  nodesHotThreads,
  nodesUsage,
  reloadSecureSettings,
  xpackInfo,
  xpackUsage,
];

const synonymOperations: readonly Operation[] = [
  deleteSynonym,
  deleteRule,
  deleteRuleset,
  getRule,
  getRuleset,
  listRulesets,
  putRule,
  putRuleset,
  testRuleset,
  deleteSynonymRule,
  getSynonym,
  getSynonymRule,
  getSynonymsSets,
  putSynonym,
  putSynonymRule,
];

const taskOperations: readonly Operation[] = [cancelTasks, getTask, listTasks];

const replicationOperations: readonly Operation[] = [
  follow,
  followInfo,
  followStats,
  forgetFollower,
  pauseFollow,
  resumeFollow,
  unfollow,
  replicationStats,
  deleteAutoFollowPattern,
  getAutoFollowPattern,
  pauseAutoFollowPattern,
  putAutoFollowPattern,
  resumeAutoFollowPattern,
];

export const operations: readonly Operation[] = [
  ...documentOperations,
  ...searchOperations,
  ...indexOperations,
  ...clusterOperations,
  ...scriptOperations,
  ...lifecycleOperations,
  ...snapshotOperations,
  ...productOperations,
  ...synonymOperations,
  ...taskOperations,
  ...replicationOperations,
  ...catTables,
  catHelp(catTables),
];
