/** The parents of children of a type. */
import { relatedDocuments } from "../joins/related-documents.ts";

export const parent = relatedDocuments(
  "parent",
  "One bucket: the parents of those documents that are children of a type.",
  "parents",
);
