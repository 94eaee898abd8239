/** What the operations that ask for aliases by name declare alike. */
type Parameters = Readonly<Record<string, string>>;

const BOTH = ["index", "name"];

/** An alias is asked for by name only where an index is named, too; of all indices the visible ones are asked. */
export function aliasesBesideIndex({ index }: Parameters): readonly string[] {
  return index === undefined ? [] : BOTH;
}

/** The warning for `local`, by what Elasticsearch calls the request. */
export function localOfAliases(request: string): (value: string) => string {
  return (value) =>
    `the [?local=${value}] query parameter to ${request} requests has no effect and will be removed in a future version`;
}
