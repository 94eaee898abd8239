/** The values that a document has for one object of the mapping, merged into a single object wherever they were. */
import type { FieldValues } from "./field-values.ts";

export class SyntheticObject {
  /** JSON text of values kept as received, by name. An empty list hides the field's own values. */
  readonly kept = new Map<string, string[]>();
  readonly fields = new Map<string, FieldValues>();
  readonly objects = new Map<string, SyntheticObject>();
  /** Nested objects are separate documents, each rendered separately. */
  readonly nested = new Map<string, SyntheticObject[]>();

  /** The child object with this name; created if necessary. */
  object(name: string): SyntheticObject {
    let object = this.objects.get(name);
    if (!object) this.objects.set(name, (object = new SyntheticObject()));
    return object;
  }

  /** Adds a nested child object. */
  addNested(name: string): SyntheticObject {
    const added = new SyntheticObject();
    const known = this.nested.get(name);
    if (known) known.push(added);
    else this.nested.set(name, [added]);
    return added;
  }

  /** Keeps a text; undefined only hides the field. */
  keep(name: string, text: string | undefined): void {
    const known = this.kept.get(name) ?? [];
    if (text !== undefined) known.push(text);
    this.kept.set(name, known);
  }

  /** JSON text; undefined when empty. Names are sorted, as in Elasticsearch. */
  text(): string | undefined {
    const members = new Map<string, string | undefined>();
    for (const [name, texts] of this.kept) members.set(name, merged(texts));
    for (const [name, values] of this.fields) if (!members.has(name)) members.set(name, values.text());
    for (const [name, object] of this.objects) if (!members.has(name)) members.set(name, object.text());
    for (const [name, list] of this.nested) if (!members.has(name)) members.set(name, nestedText(list));
    const shown: string[] = [];
    for (const name of [...members.keys()].sort()) {
      const text = members.get(name);
      if (text !== undefined) shown.push(`${JSON.stringify(name)}:${text}`);
    }
    return shown.length === 0 ? undefined : `{${shown.join(",")}}`;
  }
}

/** Several values of one name become an array; arrays among them are joined into it. */
function merged(texts: readonly string[]): string | undefined {
  if (texts.length < 2) return texts[0];
  const items = texts.map((text) => (text.startsWith("[") ? text.slice(1, -1) : text)).filter((text) => text !== "");
  return `[${items.join(",")}]`;
}

function nestedText(list: readonly SyntheticObject[]): string | undefined {
  const texts = list.map((object) => object.text() ?? "{}");
  return texts.length > 1 ? `[${texts.join(",")}]` : texts[0];
}
