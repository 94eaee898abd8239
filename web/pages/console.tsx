/** The console: any request, with completion by what the server has, and what was sent before. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Answer, call } from "../core/api.ts";
import { known, lookAtIndices, searchable } from "../core/cluster.ts";
import { bytes, duration, when } from "../core/format.ts";
import { lists, lookAtLists } from "../core/lists.ts";
import { requestAt, sendable, type WrittenRequest } from "../core/requests.ts";
import { place, replacePlace } from "../core/router.ts";
import { security } from "../core/session.ts";
import { kept } from "../core/storage.ts";
import { Code } from "../parts/code.tsx";
import { Copy } from "../parts/copy.tsx";
import type { Editor } from "../parts/editor.ts";
import { curlOf } from "../parts/request.tsx";
import { Saved } from "../parts/saved.tsx";
import { Empty, Status } from "../parts/states.tsx";

interface Past {
  readonly at: number;
  readonly text: string;
  readonly status: number;
}

const BEGINNING = `# Ctrl Enter sends the request that the cursor stands in.
GET /_cat/indices?v

GET /_search
{
  "query": { "match_all": {} },
  "size": 3
}
`;
const MOST_KEPT = 100;
const LARGEST_SHOWN = 400_000;

const text = kept("console", BEGINNING);
const past = kept<readonly Past[]>("console-history", []);

export function Page() {
  const answer = useSignal<{ readonly request: WrittenRequest; readonly answer: Answer<unknown> } | undefined>(
    undefined,
  );
  const busy = useSignal(false);
  const showing = useSignal<"answer" | "history">("answer");
  const saving = useSignal(false);
  const editor = useRef<Editor>(undefined);
  const append = (added: string): void => {
    text.value = `${text.value.trimEnd()}\n\n${added}\n`.trimStart();
  };
  useEffect(() => {
    void lookAtLists();
    void lookAtIndices();
    const added = place.value.query.get("add");
    if (added !== null) {
      append(added);
      replacePlace(["console"]);
    }
  }, []);
  const send = async (at: number): Promise<void> => {
    const request = requestAt(text.value, at);
    if (!request || busy.value) return;
    const { method, path, body, type } = sendable(request, lists.value);
    busy.value = true;
    showing.value = "answer";
    const got = await call<unknown>(method, path, body, { type, accept: "*/*" });
    busy.value = false;
    answer.value = { request, answer: got };
    const written = `${request.method} ${request.path}${request.body === "" ? "" : `\n${request.body}`}`;
    const others = past.value.filter((one) => one.text !== written);
    past.value = [{ at: Date.now(), text: written, status: got.status }, ...others].slice(0, MOST_KEPT);
  };
  return (
    <div class="workbench console">
      <h1 class="away">Console</h1>
      <div class="toolbar">
        <button
          type="button"
          class="primary"
          aria-keyshortcuts="Control+Enter"
          onClick={() => void send(editor.current?.cursor() ?? 0)}
        >
          Send <kbd>Ctrl ↵</kbd>
        </button>
        {security.value === "on" && (
          <button type="button" onClick={() => (saving.value = true)}>
            Saved
          </button>
        )}
        <CopyCurl at={() => editor.current?.cursor() ?? 0} />
        <div class="switch" role="group" aria-label="At the right">
          <button type="button" aria-pressed={showing.value === "answer"} onClick={() => (showing.value = "answer")}>
            Answer
          </button>
          <button type="button" aria-pressed={showing.value === "history"} onClick={() => (showing.value = "history")}>
            History
          </button>
        </div>
        <span class="grow" />
        <p class="result" role="status">
          {busy.value ? "Waiting…" : answer.value && <Told {...answer.value} />}
        </p>
      </div>
      <div class="halves">
        <section aria-label="Requests">
          <Code
            label="Requests"
            text={text.value}
            onChange={(next) => (text.value = next)}
            onRun={({ from }) => void send(from)}
            onReady={(ready) => {
              editor.current = ready;
              ready.focusEnd();
            }}
            language={async () => (await import("../parts/console-language.ts")).consoleLanguage}
            complete={async (context) => {
              const { completeRequests } = await import("../parts/console-language.ts");
              return completeRequests(() => ({ lists: lists.value, fields: [], indices: searchable(known.value) }))(
                context,
              );
            }}
          />
        </section>
        <section aria-label="Answer" class={busy.value ? "stale" : ""}>
          {showing.value === "history" ? (
            <History onTake={append} />
          ) : answer.value ? (
            <Shown answer={answer.value.answer} />
          ) : (
            <Empty title="Nothing sent yet">
              Put the cursor into a request and press Ctrl Enter. Names complete as you type.
            </Empty>
          )}
        </section>
      </div>
      {saving.value && (
        <Saved
          kind="request"
          many="requests"
          content={{ text: text.value }}
          name=""
          onOpen={({ content }) => append(String(content["text"]))}
          onClose={() => (saving.value = false)}
        />
      )}
    </div>
  );
}

function CopyCurl({ at }: { at: () => number }) {
  const request = requestAt(text.value, at());
  if (!request) return null;
  const { method, path, body } = request;
  return (
    <Copy
      label="curl"
      text={curlOf({ method, path, ...(body === "" ? {} : { body }) })}
      what="Copied; put a token's key in $WARDEX_KEY."
    />
  );
}

function Told({ request, answer }: { request: WrittenRequest; answer: Answer<unknown> }) {
  const kind = answer.status === 0 || answer.status >= 500 ? "bad" : answer.status >= 400 ? "warn" : "ok";
  return (
    <>
      <Status kind={kind}>
        <b>{answer.status === 0 ? "no answer" : answer.status}</b>
      </Status>{" "}
      <span class="mono">
        {request.method} {request.path.slice(0, 40)}
      </span>{" "}
      <span class="dim">
        {duration(answer.ms)}, {bytes(answer.bytes)}
      </span>
    </>
  );
}

function Shown({ answer }: { answer: Answer<unknown> }) {
  if (answer.status === 0) return <pre class="raw">{answer.fault?.reason}</pre>;
  const isJson = typeof answer.body !== "string";
  const pretty =
    isJson && answer.text.length <= LARGEST_SHOWN ? JSON.stringify(answer.body, undefined, 2) : answer.text;
  if (isJson && pretty.length <= LARGEST_SHOWN) return <Code key={pretty} label="Answer, JSON" text={pretty} />;
  return (
    <pre class="raw" tabIndex={0}>
      {pretty === "" ? "(no body)" : pretty}
    </pre>
  );
}

function History({ onTake }: { onTake: (text: string) => void }) {
  if (past.value.length === 0) return <Empty title="No history yet">What you send is listed here, newest first.</Empty>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="History">
      <ul class="history">
        {past.value.map((one) => (
          <li key={one.at}>
            <button type="button" class="quiet" onClick={() => onTake(one.text)} title="Put it into the editor">
              <span class="mono">{one.text.split("\n")[0]}</span>
              <span class="dim">
                {one.status} · {when(one.at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
