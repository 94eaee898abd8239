/**
 * Visits all sections of a segment's directory, with their names; used to write files and to move sections to other
 * addresses.
 */
import { SECTION_ALIGNMENT, SECTION_PADDING } from "./format.ts";
import type {
  ColumnDirectory,
  FieldDirectory,
  NestedScope,
  Section,
  SegmentDirectory,
  TermsDirectory,
} from "./format.ts";

/**
 * Returns the replacement of a section. `name` identifies it in messages: `title.terms.postings`,
 * `comments/comments.text.norms`.
 */
export type SectionChange = (section: Section, name: string) => Section;

const termsSections = [
  "termBytes", "termOffsets", "docFreqs", "totalFreqs", "blockStarts", "tail", "blockLastDocs", "blockOffsets", "blockBits",
  "blockImpacts", "impacts", "postings", "blockPositions", "tailPositions", "positions", "sharedBytes",
] as const satisfies readonly (keyof TermsDirectory)[]; // prettier-ignore
const columnSections = [
  "values", "values2", "starts", "zones", "quantised", "corrections", "centroid", "lengths", "linkStarts", "links", "upper",
] as const satisfies readonly (keyof ColumnDirectory)[]; // prettier-ignore
const fieldSections = ["norms", "presence"] as const satisfies readonly (keyof FieldDirectory)[];
const spaceSections = ["firstChild", "parent"] as const satisfies readonly (keyof NestedScope)[];
const recordSections = [
  "seqNos",
  "docsBySeqNo",
  "primaryTerms",
  "idBytes",
  "idOffsets",
  "idTable",
  "locations",
] as const satisfies readonly (keyof SegmentDirectory)[];

/** A copy of the directory with every section replaced by what `change` returns; always in the same order. */
export function changeSections(directory: SegmentDirectory, change: SectionChange): SegmentDirectory {
  const fields = changeFields(directory.fields, "", change);
  const records = changeAll(directory, recordSections, "", change);
  if (!directory.spaces) return { ...records, fields };
  const spaces = directory.spaces.map((space) => ({
    ...changeAll(space, spaceSections, space.path, change),
    fields: changeFields(space.fields, `${space.path}/`, change),
  }));
  return { ...records, fields, spaces };
}

function changeFields(fields: readonly FieldDirectory[], place: string, change: SectionChange): FieldDirectory[] {
  return fields.map((field) => {
    const path = place + field.name;
    return {
      ...changeAll(field, fieldSections, path, change),
      ...(field.terms ? { terms: changeAll(field.terms, termsSections, `${path}.terms`, change) } : {}),
      ...(field.column ? { column: changeAll(field.column, columnSections, `${path}.column`, change) } : {}),
    };
  });
}

function changeAll<T extends object>(
  owner: T,
  keys: readonly (keyof T & string)[],
  path: string,
  change: SectionChange,
): T {
  const copy: T = { ...owner };
  for (const key of keys) {
    const section = owner[key] as Section | undefined;
    if (section) copy[key] = change(section, path === "" ? key : `${path}.${key}`) as T[keyof T & string];
  }
  return copy;
}

/** All sections, in the order of `changeSections`. */
export function sectionsOf(directory: SegmentDirectory): Section[] {
  const sections: Section[] = [];
  changeSections(directory, (section) => {
    sections.push(section);
    return section;
  });
  return sections;
}

/** Bytes of all sections, without padding: the size of the segment in cat and stats answers. */
export function sectionBytes(directory: SegmentDirectory): number {
  return sectionsOf(directory).reduce((bytes, section) => bytes + section.bytes, 0);
}

/** Bytes that a segment's words and sections take in a memory, alignment and padding included. */
export function placedBytes(directory: SegmentDirectory, words: number): number {
  return sectionsOf(directory).reduce((bytes, section) => bytes + placed(section.bytes), placed(words));
}

function placed(bytes: number): number {
  return Math.ceil((bytes + SECTION_PADDING) / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}
