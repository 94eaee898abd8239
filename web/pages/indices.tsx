/** What is in here: all indices, and one of them with what it holds. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Fault, part } from "../core/api.ts";
import { health, known, lookAtHealth, lookAtIndices } from "../core/cluster.ts";
import { bytes, count, plural } from "../core/format.ts";
import { go, place, to } from "../core/router.ts";
import { rights } from "../core/session.ts";
import { JsonDialog } from "../parts/json-dialog.tsx";
import { useCall } from "../parts/load.ts";
import { Empty, Failure, kindOfHealth, Loading, Status } from "../parts/states.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { OneIndex } from "./index/one-index.tsx";

/** A row of `_cat/indices`. */
interface CatRow {
  readonly index: string;
  readonly health: string;
  readonly "docs.count": string | null;
  readonly "store.size": string | null;
}

interface Row {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly state: string;
  readonly health: string | undefined;
  readonly documents: number | undefined;
  readonly size: number | undefined;
}

export function Page() {
  const [, name] = place.value.parts;
  return name === undefined ? <AllIndices /> : <OneIndex key={name} name={name} />;
}

const CAT = "/_cat/indices?format=json&bytes=b&h=index,health,docs.count,store.size&expand_wildcards=all";

function AllIndices() {
  const typed = useSignal("");
  const hidden = useSignal(false);
  const making = useSignal(false);
  const cat = useCall<readonly CatRow[]>("GET", rights.value.cluster["monitor"] === true ? CAT : undefined);
  const load = useSignal(true);
  useEffect(() => {
    void lookAtIndices().then(() => (load.value = false));
    void lookAtHealth();
  }, []);
  const measured = new Map((cat.body ?? []).map((row) => [row.index, row]));
  const rows: Row[] = (known.value?.indices ?? [])
    .filter(({ name, attributes }) => hidden.value || (!name.startsWith(".") && !attributes.includes("hidden")))
    .filter(({ name, aliases = [] }) => [name, ...aliases].some((one) => one.includes(typed.value.trim())))
    .map(({ name, aliases = [], attributes }) => {
      const row = measured.get(name);
      return {
        name,
        aliases,
        state: attributes.includes("closed") ? "closed" : "open",
        health: row?.health ?? health.value?.indices?.[name]?.status,
        documents: row?.["docs.count"] === null || row === undefined ? undefined : Number(row["docs.count"]),
        size: row?.["store.size"] === null || row === undefined ? undefined : Number(row["store.size"]),
      };
    });
  const fault = cat.answer.value?.fault;
  return (
    <div class="view full">
      <div class="head">
        <h1>Indices</h1>
        <span class="dim">{known.value ? plural(rows.length, "index", "indices") : ""}</span>
        <span class="grow" />
        {rights.value.everywhere["create_index"] === true && (
          <button type="button" class="primary" onClick={() => (making.value = true)}>
            New index
          </button>
        )}
      </div>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter by name or alias"
          placeholder="Filter by name or alias"
          value={typed}
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
        <label class="check">
          <input type="checkbox" checked={hidden} onChange={(event) => (hidden.value = event.currentTarget.checked)} />
          <span>Hidden ones too</span>
        </label>
      </div>
      {fault && <Failure fault={fault} retry={() => void cat.reload()} />}
      {load.value && !known.value ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Nothing filtered={typed.value !== ""} onMake={() => (making.value = true)} />
      ) : (
        <Table
          label="Indices"
          rows={rows}
          columns={COLUMNS}
          keyOf={({ name }) => name}
          onPick={({ name }) => go(["indices", name])}
        />
      )}
      {making.value && <NewIndex onClose={() => (making.value = false)} />}
    </div>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: "name",
    title: "Name",
    wide: true,
    sortBy: ({ name }) => name,
    render: ({ name }) => (
      <a href={to(["indices", name])} dir="auto">
        {name}
      </a>
    ),
  },
  {
    key: "health",
    title: "Health",
    sortBy: ({ health: now }) => now ?? "",
    render: ({ health: now, state }) =>
      state === "closed" ? (
        <span class="tag">closed</span>
      ) : now ? (
        <Status kind={kindOfHealth(now)}>{now}</Status>
      ) : (
        "–"
      ),
  },
  {
    key: "documents",
    title: "Documents",
    num: true,
    sortBy: ({ documents }) => documents ?? -1,
    render: ({ documents }) => (documents === undefined ? "–" : count(documents)),
  },
  {
    key: "size",
    title: "Size",
    num: true,
    sortBy: ({ size }) => size ?? -1,
    render: ({ size }) => (size === undefined ? "–" : bytes(size)),
  },
  { key: "aliases", title: "Aliases", render: ({ aliases }) => <span dir="auto">{aliases.join(", ")}</span> },
];

function Nothing({ filtered, onMake }: { filtered: boolean; onMake: () => void }) {
  if (filtered)
    return <Empty title="No index is called like that">Take letters away, or show the hidden ones too.</Empty>;
  const may = rights.value.everywhere["create_index"] === true;
  return (
    <Empty
      title="No index yet"
      action={
        may && (
          <p class="row">
            <a class="button primary" href="#/import">
              Import a file
            </a>
            <button type="button" onClick={onMake}>
              New index
            </button>
          </p>
        )
      }
    >
      {may
        ? "An index holds documents. Import a file to make one of it, or begin with an empty one."
        : "None is open to you. Somebody who administers roles can give you the right to read one."}
    </Empty>
  );
}

function NewIndex({ onClose }: { onClose: () => void }) {
  const name = useSignal("");
  const text = useSignal('{\n  "settings": { "number_of_replicas": 0 },\n  "mappings": { "properties": {} }\n}');
  const make = async (body: unknown): Promise<Fault | undefined> => {
    const answer = await call("PUT", `/${part(name.value)}`, body);
    if (!answer.ok) return answer.fault;
    await lookAtIndices();
    go(["indices", name.value]);
    return undefined;
  };
  return (
    <JsonDialog
      title="New index"
      label="Make it"
      what="the settings of an index"
      name="Settings and mappings, JSON"
      text={text.value}
      onChange={(next) => (text.value = next)}
      onClose={onClose}
      save={make}
      hint="Settings and fields. Fields that documents bring are added by themselves."
    >
      <label class="field">
        <span>Name</span>
        <input
          required
          autofocus
          autocomplete="off"
          spellcheck={false}
          value={name}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
    </JsonDialog>
  );
}
