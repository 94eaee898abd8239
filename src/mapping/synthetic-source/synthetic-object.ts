/** What a document has of one object of the mapping, wherever it stood: all of it becomes one object again. */
import type { FieldValues } from "./field-values.ts";

export class SyntheticObject {
  /** JSON text of what is kept as it came, by name. An empty list hides what the field itself would show. */
  readonly kept = new Map<string, string[]>();
  readonly fields = new Map<string, FieldValues>();
  readonly objects = new Map<string, SyntheticObject>();
  /** Nested objects are documents of their own: each is shown by itself. */
  readonly nested = new Map<string, SyntheticObject[]>();

  /** The object of a name below. */
  object(name: string): SyntheticObject {
    let object = this.objects.get(name);
    if (!object) this.objects.set(name, (object = new SyntheticObject()));
    return object;
  }

  /** A further nested object of a name below. */
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

  /** JSON text; undefined when there is nothing in it. Names are in order, as in Elasticsearch. */
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

/** Several values of one name become an array, and arrays among them a part of it. */
function merged(texts: readonly string[]): string | undefined {
  if (texts.length < 2) return texts[0];
  const items = texts.map((text) => (text.startsWith("[") ? text.slice(1, -1) : text)).filter((text) => text !== "");
  return `[${items.join(",")}]`;
}

function nestedText(list: readonly SyntheticObject[]): string | undefined {
  const texts = list.map((object) => object.text() ?? "{}");
  return texts.length > 1 ? `[${texts.join(",")}]` : texts[0];
}
