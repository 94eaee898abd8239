/** The children of a type that parents have. */
import { relatedDocuments } from "../joins/related-documents.ts";

export const children = relatedDocuments(
  "children",
  "One bucket: the children of a type that the documents have.",
  "children",
);
