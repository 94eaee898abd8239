/** What a template makes of parameters. */
import { RequestError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";
import { urlEncoded } from "./encoders.ts";
import type { Template, TemplatePart } from "./template-syntax.ts";
import { found, javaText, jsonText, shownText } from "./template-values.ts";

/** The default of Elasticsearch's `mustache.max_output_size_bytes`. */
export const MOST_CHARACTERS = 1024 * 1024;
/** Parts that one template may write: sections within sections multiply. */
const MOST_STEPS = 1_000_000;

/** Throws RequestError for what is too large, and for places of lists that are not there. */
export function renderTemplate(template: Template, params: Json, encode: (text: string) => string): string {
  const writer = new TemplateWriter(encode);
  return writer.text(template, [params]);
}

class TemplateWriter {
  readonly #encode: (text: string) => string;
  #steps = 0;
  #characters = 0;

  constructor(encode: (text: string) => string) {
    this.#encode = encode;
  }

  text(template: Template, scopes: Json[]): string {
    const texts: string[] = [];
    this.#write(template, scopes, texts);
    return texts.join("");
  }

  #write(template: Template, scopes: Json[], texts: string[]): void {
    for (const part of template) {
      this.#step();
      if (part.kind === "section") this.#writeSection(part, scopes, texts);
      else if (part.kind === "block") this.#write(part.parts, scopes, texts);
      else this.#append(this.#textOf(part, scopes), texts);
    }
  }

  #textOf(part: Exclude<TemplatePart, { readonly kind: "section" | "block" }>, scopes: Json[]): string {
    if (part.kind === "text") return part.text;
    if (part.kind === "function") return this.#called(part, scopes);
    const text = shownText(found(scopes, part.name));
    return part.isEncoded ? this.#encode(text) : text;
  }

  #append(text: string, texts: string[]): void {
    this.#characters += text.length;
    if (this.#characters > MOST_CHARACTERS) throw tooLarge();
    texts.push(text);
  }

  #writeSection(
    { name, inverted, parts }: Extract<TemplatePart, { readonly kind: "section" }>,
    scopes: Json[],
    texts: string[],
  ): void {
    const value = found(scopes, name) ?? null;
    if (inverted) {
      if (isNothing(value)) this.#write(parts, scopes, texts);
    } else if (Array.isArray(value)) for (const item of value) this.#writeWithin(item, parts, scopes, texts);
    else if (!isNothing(value)) this.#writeWithin(value, parts, scopes, texts);
  }

  #writeWithin(scope: Json, parts: Template, scopes: Json[], texts: string[]): void {
    this.#step();
    scopes.push(scope);
    this.#write(parts, scopes, texts);
    scopes.pop();
  }

  #step(): void {
    if (++this.#steps > MOST_STEPS) throw tooLarge();
  }

  #called({ name, delimiter, parts }: Extract<TemplatePart, { readonly kind: "function" }>, scopes: Json[]): string {
    if (name === "url") return urlEncoded(this.text(parts, scopes));
    const [only] = parts;
    const value = only?.kind === "text" ? found(scopes, only.text) : undefined;
    if (name === "toJson") return value === undefined || value === null ? "" : jsonText(value);
    return Array.isArray(value) ? value.map(javaText).join(delimiter) : this.text(parts, scopes);
  }
}

function isNothing(value: Json): boolean {
  return value === null || value === false || value === "" || (Array.isArray(value) && value.length === 0);
}

function tooLarge(): RequestError {
  return new RequestError(400, "parse_exception", "Mustache script result size limit exceeded");
}
