/** Other names of an index, each perhaps for a part of its documents. */
import { useSignal } from "@preact/signals";
import { call, type Fault, part } from "../../core/api.ts";
import { lookAtIndices } from "../../core/cluster.ts";
import { rightsOn } from "../../core/index-rights.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { FormDialog } from "../../parts/form.tsx";
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
  return (
    <FormDialog
      title={`Another name for ${name}`}
      label="Add it"
      fields={[
        { name: "alias", title: "Alias", kind: "text", required: true },
        { name: "filter", title: "Only documents where (empty: all)", kind: "text", placeholder: "country:CH" },
      ]}
      values={{ alias: "", filter: "" }}
      onClose={onClose}
      save={async ({ alias, filter }) => {
        const query = String(filter).trim();
        const body = query === "" ? undefined : { filter: { query_string: { query } } };
        const answer = await call("PUT", `/${part(name)}/_alias/${part(String(alias))}`, body);
        if (answer.ok) {
          say(`${String(alias)} leads to ${name}.`);
          onDone();
        }
        return answer;
      }}
    />
  );
}
