/** Other names of an index, each perhaps for a part of its documents. */
import { useSignal } from "@preact/signals";
import { call, type Fault, part } from "../../core/api.ts";
import { lookAtIndices } from "../../core/cluster.ts";
import { rightsOn } from "../../core/index-rights.ts";
import { Confirm, Dialog } from "../../parts/dialog.tsx";
import { useCall } from "../../parts/load.ts";
import { say } from "../../parts/notice.tsx";
import { Request } from "../../parts/request.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

interface Alias {
  readonly filter?: unknown;
  readonly is_write_index?: boolean;
  readonly index_routing?: string;
}
type Answered = Readonly<Record<string, { readonly aliases: Readonly<Record<string, Alias>> }>>;
type Row = readonly [string, Alias];

export function Aliases({ name }: { name: string }) {
  const path = `/${part(name)}/_alias`;
  const aliases = useCall<Answered>("GET", path);
  const adding = useSignal(false);
  const removing = useSignal<string | undefined>(undefined);
  const may = rightsOn(name)["manage"] === true;
  const fault = aliases.answer.value?.fault;
  if (fault) return <Failure fault={fault} retry={() => void aliases.reload()} />;
  if (!aliases.body) return <Loading />;
  const rows = Object.entries(aliases.body[name]?.aliases ?? {});
  const changed = async (): Promise<void> => {
    await Promise.all([aliases.reload(), lookAtIndices()]);
  };
  const remove = async (alias: string): Promise<Fault | undefined> => {
    const answer = await call("DELETE", `${path}/${part(alias)}`);
    if (answer.ok) await changed();
    return answer.fault;
  };
  const columns: Column<Row>[] = [
    {
      key: "alias",
      title: "Alias",
      wide: true,
      sortBy: ([alias]) => alias,
      render: ([alias]) => <b dir="auto">{alias}</b>,
    },
    {
      key: "filter",
      title: "Only documents where",
      mono: true,
      wide: true,
      render: ([, { filter }]) => (filter ? JSON.stringify(filter) : "all"),
    },
    { key: "write", title: "Writes", render: ([, alias]) => (alias.is_write_index === true ? "go here" : "") },
    {
      key: "remove",
      title: "",
      render: ([alias]) =>
        may && (
          <button type="button" class="link" aria-label={`Remove ${alias}`} onClick={() => (removing.value = alias)}>
            Remove
          </button>
        ),
    },
  ];
  return (
    <section class="stack" aria-label="Aliases">
      <div class="tools padded">
        {may && (
          <button type="button" onClick={() => (adding.value = true)}>
            Add an alias
          </button>
        )}
        <Request line={{ method: "GET", path }} />
      </div>
      {rows.length === 0 ? (
        <Empty title="No other name">
          An alias is a name that programs use, and that can be led to another index at once.
        </Empty>
      ) : (
        <Table label={`Aliases of ${name}`} rows={rows} columns={columns} keyOf={([alias]) => alias} />
      )}
      {adding.value && <Add name={name} onClose={() => (adding.value = false)} onDone={() => void changed()} />}
      {removing.value !== undefined && (
        <Confirm
          title={`Remove the alias ${removing.value}?`}
          label="Remove it"
          act={() => remove(removing.value ?? "")}
          onClose={() => (removing.value = undefined)}
        >
          <p>The documents stay. Who asks by this name finds nothing any more.</p>
        </Confirm>
      )}
    </section>
  );
}

function Add({ name, onClose, onDone }: { name: string; onClose: () => void; onDone: () => void }) {
  const alias = useSignal("");
  const filter = useSignal("");
  const fault = useSignal<Fault | undefined>(undefined);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = filter.value.trim() === "" ? undefined : { filter: { query_string: { query: filter.value } } };
    const answer = await call("PUT", `/${part(name)}/_alias/${part(alias.value)}`, body);
    fault.value = answer.fault;
    if (!answer.ok) return;
    say(`${alias.value} leads to ${name}.`);
    onDone();
    onClose();
  };
  return (
    <Dialog title={`Another name for ${name}`} onClose={onClose}>
      <form onSubmit={(event) => void add(event)}>
        <div class="body">
          <label class="field">
            <span>Alias</span>
            <input
              required
              autofocus
              autocomplete="off"
              value={alias}
              onInput={(event) => (alias.value = event.currentTarget.value)}
            />
          </label>
          <label class="field">
            <span>Only documents where (empty: all)</span>
            <input
              placeholder="country:CH"
              value={filter}
              onInput={(event) => (filter.value = event.currentTarget.value)}
            />
          </label>
          {fault.value && <Failure fault={fault.value} />}
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button class="primary">Add it</button>
        </footer>
      </form>
    </Dialog>
  );
}
