/** One index: its documents, fields, settings, aliases and segments. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Fault, part } from "../../core/api.ts";
import { known, lookAtHealth, lookAtIndices } from "../../core/cluster.ts";
import { bytes, count, plural } from "../../core/format.ts";
import { rightsOn } from "../../core/index-rights.ts";
import { go, place, to } from "../../core/router.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { Export } from "../../parts/export.tsx";
import { useCall } from "../../parts/load.ts";
import { say } from "../../parts/notice.tsx";
import { kindOfHealth, Status } from "../../parts/states.tsx";
import { Aliases } from "./aliases.tsx";
import { Documents } from "./documents.tsx";
import { Fields } from "./fields.tsx";
import { Segments } from "./segments.tsx";
import { Settings } from "./settings.tsx";

const TABS = [
  ["documents", "Documents"],
  ["fields", "Fields"],
  ["settings", "Settings"],
  ["aliases", "Aliases"],
  ["segments", "Segments"],
] as const;

interface Stats {
  readonly _all: {
    readonly primaries: {
      readonly docs: { readonly count: number };
      readonly store: { readonly size_in_bytes: number };
    };
  };
  readonly indices: Readonly<Record<string, { readonly health: string }>>;
}

export function OneIndex({ name }: { name: string }) {
  const tab = place.value.parts[2] ?? "documents";
  const deleting = useSignal(false);
  const exporting = useSignal(false);
  const rights = rightsOn(name);
  const stats = useCall<Stats>("GET", rights["monitor"] === true ? `/${part(name)}/_stats/docs,store` : undefined);
  useEffect(() => {
    if (!known.value) void lookAtIndices();
  }, []);
  const own = known.value?.indices.find((one) => one.name === name);
  const primaries = stats.body?._all.primaries;
  const state = stats.body?.indices[name]?.health;
  const remove = async (): Promise<Fault | undefined> => {
    const answer = await call("DELETE", `/${part(name)}`);
    if (!answer.ok) return answer.fault;
    say(`${name} is deleted.`);
    await Promise.all([lookAtIndices(), lookAtHealth()]);
    go(["indices"]);
    return undefined;
  };
  return (
    <div class="view full one-index">
      <div class="head">
        <p class="crumb">
          <a href="#/indices">Indices</a> /
        </p>
        <h1 dir="auto">{name}</h1>
        {state && <Status kind={kindOfHealth(state)}>{state}</Status>}
        {primaries && (
          <span class="dim">
            {plural(primaries.docs.count, "document")}, {bytes(primaries.store.size_in_bytes)}
          </span>
        )}
        <span class="grow" />
        <a class="button" href={to(["search"], { index: name })}>
          Search
        </a>
        <button type="button" onClick={() => (exporting.value = true)}>
          Export
        </button>
        {rights["delete_index"] === true && (
          <button type="button" class="danger" onClick={() => (deleting.value = true)}>
            Delete…
          </button>
        )}
      </div>
      <nav class="tabs" aria-label={`Parts of ${name}`}>
        {TABS.map(([id, title]) => (
          <a key={id} href={to(["indices", name, id])} aria-current={id === tab ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div class="tab">
        {tab === "fields" ? (
          <Fields name={name} />
        ) : tab === "settings" ? (
          <Settings name={name} />
        ) : tab === "aliases" ? (
          <Aliases name={name} />
        ) : tab === "segments" ? (
          <Segments name={name} />
        ) : (
          <Documents name={name} />
        )}
      </div>
      {exporting.value && <Export index={name} onClose={() => (exporting.value = false)} />}
      {deleting.value && (
        <Confirm
          title={`Delete ${name}?`}
          label="Delete the index"
          word={name}
          act={remove}
          onClose={() => (deleting.value = false)}
        >
          <p>
            {primaries ? `${count(primaries.docs.count)} documents` : "All documents"} and the fields of{" "}
            <b class="mono">{name}</b> go
            {own?.aliases && own.aliases.length > 0
              ? `, and ${plural(own.aliases.length, "alias", "aliases")} (${own.aliases.join(", ")})`
              : ""}
            . There is no way back.
          </p>
        </Confirm>
      )}
    </div>
  );
}
