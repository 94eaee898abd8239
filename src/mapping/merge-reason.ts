/**
 * Why definitions are merged. `create`: those that a new index is made with, of which the later one holds whatever the earlier one
 * said; `update`: one that comes to those that are there, which may change in some ways only (`MapperService.MergeReason`).
 */
export type MergeReason = "create" | "update";
