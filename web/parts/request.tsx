/** The request behind a view: to be read, copied as a command, or opened in the console. */
import { to } from "../core/router.ts";
import { Copy } from "./copy.tsx";

export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const bodyText = (body: unknown, indent: number): string =>
  typeof body === "string" ? body : JSON.stringify(body, undefined, indent);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** As a command; the key is left to whoever runs it. */
export function curlOf({ method, path, body }: RequestLine, key = "$WARDEX_KEY"): string {
  const head = `curl -X ${method} ${quoted(location.origin + path)} -H "Authorization: Bearer ${key}"`;
  return body === undefined ? head : `${head} -H 'Content-Type: application/json' -d ${quoted(bodyText(body, 0))}`;
}

export function Request({ line }: { line: RequestLine }) {
  const text = `${line.method} ${line.path}${line.body === undefined ? "" : `\n${bodyText(line.body, 2)}`}`;
  return (
    <details class="request">
      <summary>The request behind this</summary>
      <pre tabIndex={0}>{text}</pre>
      <p class="row">
        <Copy text={curlOf(line)} label="Copy as curl" what="Copied; put a token's key in $WARDEX_KEY." />
        <a class="button" href={to(["console"], { add: text })}>
          Open in the console
        </a>
      </p>
    </details>
  );
}
