/** One document: what is in it, and how it is changed without anybody losing anything. */
import { useSignal } from "@preact/signals";
import { call, type Fault, part } from "../core/api.ts";
import { shown } from "../core/format.ts";
import { rightsOn } from "../core/index-rights.ts";
import { type Clash, merge, type Source, withValue } from "../core/merge.ts";
import type { Hit } from "../core/search.ts";
import { kept } from "../core/storage.ts";
import { Copy } from "./copy.tsx";
import { Ask, Confirm, useAsking } from "./dialog.tsx";
import { Facts } from "./facts.tsx";
import { JsonDialog, objectOf } from "./json-dialog.tsx";
import { say } from "./notice.tsx";
import { curlOf } from "./request.tsx";

/** A document as it was read. */
export interface Version {
  readonly index: string;
  readonly id: string;
  readonly routing: string | undefined;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly source: Source;
}

export const versionOf = (hit: Hit<Source>): Version => ({
  index: hit._index,
  id: hit._id,
  routing: hit._routing,
  seqNo: hit._seq_no ?? -1,
  primaryTerm: hit._primary_term ?? 0,
  source: hit._source,
});

const addressOf = ({ index, id, routing }: Version): string =>
  `/${part(index)}/_doc/${part(id)}${routing === undefined ? "" : `?routing=${part(routing)}`}`;

/** Web addresses may be followed, and nothing else. */
export function Value({ value }: { value: unknown }) {
  if (typeof value === "string" && /^https?:\/\/\S+$/.test(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
      </a>
    );
  return <>{shown(value)}</>;
}

export function Document({ version, onChanged }: { version: Version; onChanged: () => void }) {
  const open = useSignal<"edit" | "delete" | undefined>(undefined);
  const rights = rightsOn(version.index);
  const close = (): void => void (open.value = undefined);
  const remove = async (): Promise<Fault | undefined> => {
    const mark = version.routing === undefined ? "?" : "&";
    const condition = `${mark}if_seq_no=${version.seqNo}&if_primary_term=${version.primaryTerm}&refresh=true`;
    const answer = await call("DELETE", addressOf(version) + condition);
    if (!answer.ok) return answer.fault;
    say(`${version.id} is deleted.`);
    onChanged();
    return undefined;
  };
  return (
    <>
      <div class="row">
        <h2>Document</h2>
        <span class="grow" />
        {rights["index"] === true ? (
          <button type="button" onClick={() => (open.value = "edit")}>
            Edit
          </button>
        ) : (
          <span class="tag">read only</span>
        )}
        <Copy text={curlOf({ method: "GET", path: addressOf(version) })} label="curl" />
        {rights["delete"] === true && (
          <button type="button" class="danger" onClick={() => (open.value = "delete")}>
            Delete…
          </button>
        )}
      </div>
      <Facts
        facts={Object.fromEntries(
          Object.entries(version.source).map(([name, value]) => [name, <Value key={name} value={value} />]),
        )}
      />
      <details>
        <summary>JSON</summary>
        <pre tabIndex={0}>{JSON.stringify(version.source, undefined, 2)}</pre>
      </details>
      {open.value === "edit" && <EditDocument version={version} onClose={close} onSaved={onChanged} />}
      {open.value === "delete" && (
        <Confirm title="Delete this document?" label="Delete" act={remove} onClose={close}>
          <p>
            <b class="mono">{version.id}</b> of <b class="mono">{version.index}</b> goes for good, unless somebody has
            changed it since it was read.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** What was typed and not saved, by address of the document. */
interface Draft {
  readonly text: string;
  readonly base: Version;
}
const drafts = kept<Readonly<Record<string, Draft>>>("drafts", {});
const keyOf = ({ index, id }: Version): string => `${index}/${id}`;

function setDraft(key: string, draft: Draft | undefined): void {
  const { [key]: _before, ...others } = drafts.value;
  drafts.value = draft ? { ...others, [key]: draft } : others;
}

interface EditProps {
  readonly version: Version;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Saves only over the version that was read; where somebody was faster, both are laid side by side. */
export function EditDocument({ version, onClose, onSaved }: EditProps) {
  const key = keyOf(version);
  const draft = drafts.peek()[key];
  const base = useSignal(draft?.base ?? version);
  const text = useSignal(draft?.text ?? JSON.stringify(version.source, undefined, 2));
  const theirs = useSignal<Version | undefined>(undefined);
  const change = (next: string): void => {
    text.value = next;
    setDraft(key, { text: next, base: base.value });
  };
  const discard = (): void => {
    setDraft(key, undefined);
    base.value = version;
    text.value = JSON.stringify(version.source, undefined, 2);
  };
  const save = async (source: Source, over: Version): Promise<Fault | "stays" | undefined> => {
    const mark = over.routing === undefined ? "?" : "&";
    const condition = `${mark}if_seq_no=${over.seqNo}&if_primary_term=${over.primaryTerm}&refresh=true`;
    const answer = await call("PUT", addressOf(over) + condition, source);
    if (answer.ok) {
      setDraft(key, undefined);
      say(`${over.id} is saved.`);
      onSaved();
      return undefined;
    }
    if (answer.status !== 409) return answer.fault;
    theirs.value = await current(over);
    return theirs.value
      ? "stays"
      : {
          status: 409,
          type: "Somebody deleted this document meanwhile",
          reason: "What you wrote is kept here. Copy it into a new document if it shall be there again.",
        };
  };
  const yours = objectOf(text.value, DOCUMENT);
  if (theirs.value && !(yours instanceof Error))
    return (
      <Conflict
        base={base.value}
        yours={yours}
        theirs={theirs.value}
        onClose={onClose}
        onBack={(source) => {
          base.value = theirs.value ?? base.value;
          change(JSON.stringify(source, undefined, 2));
          theirs.value = undefined;
        }}
        save={(source) => save(source, theirs.value ?? base.value)}
      />
    );
  return (
    <JsonDialog
      title={`Edit ${version.id}`}
      label="Save"
      what={DOCUMENT}
      name={`Document ${version.id}, JSON`}
      text={text.value}
      onChange={change}
      cancel="Close"
      onClose={onClose}
      save={(source) => save(source, base.value)}
    >
      {draft && (
        <p class="row">
          <span class="hint">You changed this before and did not save it.</span>
          <button type="button" onClick={discard}>
            Begin anew
          </button>
        </p>
      )}
    </JsonDialog>
  );
}

const DOCUMENT = "a document";

async function current(version: Version): Promise<Version | undefined> {
  const answer = await call<Hit<Source>>("GET", addressOf(version));
  return answer.ok ? versionOf(answer.body) : undefined;
}

interface ConflictProps {
  readonly base: Version;
  readonly yours: Source;
  readonly theirs: Version;
  readonly onClose: () => void;
  readonly onBack: (source: Source) => void;
  readonly save: (source: Source) => Promise<Fault | "stays" | undefined>;
}

/** Nothing is overwritten: what both changed is decided here, field by field. */
function Conflict({ base, yours, theirs, onClose, onBack, save }: ConflictProps) {
  const { source, clashes } = merge(base.source, yours, theirs.source);
  const taken = useSignal<Readonly<Record<string, "yours" | "theirs">>>({});
  const nameOf = ({ path }: Clash): string => path.join(".");
  const left = clashes.filter((clash) => taken.value[nameOf(clash)] === undefined).length;
  const decided = clashes.reduce<Source>(
    (all, clash) => (taken.value[nameOf(clash)] === "yours" ? withValue(all, clash.path, clash.yours) : all),
    source,
  );
  const asking = useAsking(() => save(decided), onClose);
  return (
    <Ask
      title="Somebody else changed this document meanwhile"
      wide
      asking={asking}
      label={left > 0 ? `Choose ${left} more` : "Save both"}
      ready={left === 0}
      cancel="Edit on from here"
      onCancel={() => onBack(decided)}
      onClose={onClose}
    >
      <p>
        {clashes.length === 0
          ? "You changed different fields: both changes fit together."
          : "What only one of you changed is taken over already. Choose for the fields that both changed."}
      </p>
      {clashes.length > 0 && (
        <div class="framed">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Yours</th>
                <th scope="col">Theirs</th>
                <th scope="col">Was</th>
              </tr>
            </thead>
            <tbody>
              {clashes.map((clash) => (
                <tr key={nameOf(clash)}>
                  <th scope="row" class="mono">
                    {nameOf(clash)}
                  </th>
                  {(["yours", "theirs"] as const).map((side) => (
                    <td key={side}>
                      <label class="check">
                        <input
                          type="radio"
                          name={nameOf(clash)}
                          checked={taken.value[nameOf(clash)] === side}
                          onChange={() => (taken.value = { ...taken.value, [nameOf(clash)]: side })}
                        />
                        <span>
                          <span class="away">{side} </span>
                          {shown(clash[side])}
                        </span>
                      </label>
                    </td>
                  ))}
                  <td class="dim">{shown(clash.base)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <details>
        <summary>The document as it would be saved</summary>
        <pre tabIndex={0}>{JSON.stringify(decided, undefined, 2)}</pre>
      </details>
    </Ask>
  );
}

/** A new one; without a name the server gives one. */
export function NewDocument({ index, onClose, onSaved }: { index: string; onClose: () => void; onSaved: () => void }) {
  const id = useSignal("");
  const text = useSignal("{\n  \n}");
  const save = async (source: Source): Promise<Fault | undefined> => {
    const answer =
      id.value === ""
        ? await call("POST", `/${part(index)}/_doc?refresh=true`, source)
        : await call("PUT", `/${part(index)}/_create/${part(id.value)}?refresh=true`, source);
    if (!answer.ok) return answer.fault;
    say("The document is saved.");
    onSaved();
    return undefined;
  };
  return (
    <JsonDialog
      title={`New document in ${index}`}
      label="Save"
      what={DOCUMENT}
      name="New document, JSON"
      text={text.value}
      onChange={(next) => (text.value = next)}
      onClose={onClose}
      save={save}
    >
      <label class="field">
        <span>_id (empty: the server makes one)</span>
        <input value={id} onInput={(event) => (id.value = event.currentTarget.value)} autocomplete="off" />
      </label>
    </JsonDialog>
  );
}
