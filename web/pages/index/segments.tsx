/** The files of documents that an index is made of. */
import { part } from "../../core/api.ts";
import { bytes, count } from "../../core/format.ts";
import { useCall } from "../../parts/load.ts";
import { Request } from "../../parts/request.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";

interface Row {
  readonly segment: string;
  readonly shard: string;
  readonly "docs.count": string;
  readonly "docs.deleted": string;
  readonly size: string;
  readonly searchable: string;
}

const number = (key: "docs.count" | "docs.deleted", title: string): Column<Row> => ({
  key,
  title,
  num: true,
  sortBy: (row) => Number(row[key]),
  render: (row) => count(Number(row[key])),
});

const COLUMNS: readonly Column<Row>[] = [
  { key: "segment", title: "Segment", mono: true, sortBy: ({ segment }) => segment, render: ({ segment }) => segment },
  { key: "shard", title: "Shard", num: true, sortBy: ({ shard }) => Number(shard), render: ({ shard }) => shard },
  number("docs.count", "Documents"),
  number("docs.deleted", "Deleted"),
  {
    key: "size",
    title: "Size",
    num: true,
    sortBy: ({ size }) => Number(size),
    render: ({ size }) => bytes(Number(size)),
  },
  { key: "searchable", title: "Searchable", render: ({ searchable }) => (searchable === "true" ? "yes" : "not yet") },
];

export function Segments({ name }: { name: string }) {
  const path = `/_cat/segments/${part(name)}?format=json&bytes=b`;
  const segments = useCall<readonly Row[]>("GET", path);
  const fault = segments.answer.value?.fault;
  if (fault) return <Failure fault={fault} retry={() => void segments.reload()} />;
  if (!segments.body) return <Loading />;
  return (
    <section class="stack" aria-label="Segments">
      <div class="tools padded">
        <Request line={{ method: "GET", path }} />
      </div>
      {segments.body.length === 0 ? (
        <Empty title="No segments yet">They come with the first documents.</Empty>
      ) : (
        <Table
          label={`Segments of ${name}`}
          rows={segments.body}
          columns={COLUMNS}
          keyOf={({ shard, segment }) => `${shard}-${segment}`}
        />
      )}
    </section>
  );
}
