/** Templates as they are read: what stands between delimiters, and the text around it. */

/** Functions of sections. */
export type TemplateFunction = "toJson" | "join" | "url";

/** A part of a template. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string; readonly isEncoded: boolean }
  | { readonly kind: "section"; readonly name: string; readonly inverted: boolean; readonly parts: Template }
  /** What can be replaced in other languages of the family: here it is what stands in it. */
  | { readonly kind: "block"; readonly parts: Template }
  | {
      readonly kind: "function";
      readonly name: TemplateFunction;
      /** Of `join`. */
      readonly delimiter: string;
      readonly parts: Template;
    };

export type Template = readonly TemplatePart[];
