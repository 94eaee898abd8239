/** A file becomes an index: what its columns seem to be is shown first, then it goes in, as fast as it is taken. */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, type Fault, part } from "../core/api.ts";
import { known, lookAtHealth, lookAtIndices } from "../core/cluster.ts";
import { csvCell } from "../core/csv.ts";
import { bytes, count, duration, plural } from "../core/format.ts";
import { COLUMN_TYPES, type ColumnType, guessType, mappingOf } from "../core/guess.ts";
import { place, to } from "../core/router.ts";
import { type Column, type Plan, type Sample, sampleOf, Upload } from "../core/upload.ts";
import { Failure, Loading } from "../parts/states.tsx";

/** An import goes on while one looks at other pages. */
const upload = signal<Upload | undefined>(undefined);

addEventListener("beforeunload", (event) => {
  if (upload.value?.state.value === "running" || upload.value?.state.value === "paused") event.preventDefault();
});

export function Page() {
  const file = useSignal<File | undefined>(undefined);
  useEffect(() => void lookAtIndices(), []);
  return (
    <div class="view">
      <h1>Import</h1>
      {upload.value ? (
        <Progress upload={upload.value} onAgain={() => (upload.value = file.value = undefined)} />
      ) : file.value ? (
        <Prepare key={file.value.name} file={file.value} onBack={() => (file.value = undefined)} />
      ) : (
        <Drop onFile={(chosen) => (file.value = chosen)} />
      )}
    </div>
  );
}

function Drop({ onFile }: { onFile: (file: File) => void }) {
  const over = useSignal(false);
  return (
    <label
      class={over.value ? "drop on" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        const [file] = event.dataTransfer?.files ?? [];
        if (file) onFile(file);
      }}
    >
      <b>Drop a file here, or choose one</b>
      <span class="dim">CSV, TSV, lines of JSON, or a list of JSON objects, of any size: it is read in slices.</span>
      <input
        type="file"
        aria-label="File to import"
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

const LATITUDE = /^(lat|latitude|y)$/i;
const LONGITUDE = /^(lon|lng|long|longitude|x)$/i;

/** A name that an index may have. */
const indexName = (file: string): string =>
  file
    .toLowerCase()
    .replace(/\.[^.]+$/, "")
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[-_.]+/, "") || "import";

function Prepare({ file, onBack }: { file: File; onBack: () => void }) {
  const sample = useSignal<Sample | undefined>(undefined);
  const columns = useSignal<readonly Column[]>([]);
  const index = useSignal(place.value.query.get("index") ?? indexName(file.name));
  const id = useSignal("");
  const withPlace = useSignal(true);
  const fault = useSignal<Fault | undefined>(undefined);
  useEffect(() => {
    sampleOf(file, guessType).then(
      (read) => {
        sample.value = read;
        columns.value = read.columns;
        id.value = read.columns.find(({ name }) => name === "_id" || name === "id")?.name ?? "";
      },
      (error: unknown) => (fault.value = { status: 0, type: "This file cannot be read", reason: String(error) }),
    );
  }, []);
  if (fault.value && !sample.value) return <Failure fault={fault.value} retry={onBack} />;
  if (!sample.value) return <Loading />;
  const exists = known.value?.indices.some(({ name }) => name === index.value) === true;
  const lat = columns.value.find(({ name, type }) => LATITUDE.test(name) && isNumber(type))?.name;
  const lon = columns.value.find(({ name, type }) => LONGITUDE.test(name) && isNumber(type))?.name;
  const pair = lat !== undefined && lon !== undefined ? { lat, lon, name: "location" } : undefined;
  const isJson = sample.value.form === "json";
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    const plan: Plan = {
      file,
      sample: sample.value!,
      index: index.value,
      id: id.value === "" ? undefined : id.value,
      columns: columns.value,
      place: pair && withPlace.value && !isJson ? pair : undefined,
    };
    if (!exists) {
      const answer = await call("PUT", `/${part(index.value)}`, bodyOf(plan));
      fault.value = answer.fault;
      if (!answer.ok) return;
    }
    upload.value = new Upload(plan);
    await upload.value.run();
    await Promise.all([lookAtIndices(), lookAtHealth()]);
  };
  return (
    <form class="section" onSubmit={(event) => void start(event)}>
      <p>
        <b dir="auto">{file.name}</b>, {bytes(file.size)}: {plural(sample.value.rows, "row")} read to see what is in it.{" "}
        <button type="button" class="link" onClick={onBack}>
          Another file
        </button>
      </p>
      <div class="row top">
        <label class="field">
          <span>Index</span>
          <input
            required
            autocomplete="off"
            spellcheck={false}
            value={index}
            onInput={(event) => (index.value = event.currentTarget.value)}
          />
          <span class="hint">
            {exists ? "It is there: rows are added, and its own fields hold." : "It is made for the file."}
          </span>
        </label>
        <label class="field">
          <span>_id from</span>
          <select value={id} onChange={(event) => (id.value = event.currentTarget.value)}>
            <option value="">the server makes them</option>
            {columns.value.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <span class="hint">
            {id.value === "" ? "A second import adds everything once more." : "A second import writes over the first."}
          </span>
        </label>
      </div>
      {pair && !isJson && (
        <label class="check">
          <input
            type="checkbox"
            checked={withPlace}
            onChange={(event) => (withPlace.value = event.currentTarget.checked)}
          />
          <span>
            {pair.lat} and {pair.lon} together are a place: <b>location</b>, a geo_point for the map
          </span>
        </label>
      )}
      <div class="framed">
        <div class="scroll" tabIndex={0} role="group" aria-label="Columns of the file">
          <table class="grid">
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Type</th>
                <th scope="col">First values</th>
              </tr>
            </thead>
            <tbody>
              {columns.value.map(({ name, type, values }, at) => (
                <tr key={name}>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  <td>
                    {exists || (isJson && type === "skip") ? (
                      <span class="dim">as the index has it</span>
                    ) : (
                      <select
                        aria-label={`Type of ${name}`}
                        value={type}
                        onChange={(event) => {
                          const next = event.currentTarget.value as ColumnType;
                          columns.value = columns.value.map((one, position) =>
                            position === at ? { ...one, type: next } : one,
                          );
                        }}
                      >
                        {COLUMN_TYPES.map((one) => (
                          <option key={one} value={one}>
                            {one === "skip" ? "leave out" : one}
                          </option>
                        ))}
                      </select>
                    )}
                  </td>
                  <td class="wide" dir="auto">
                    {values.join(" · ")}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {fault.value && <Failure fault={fault.value} />}
      <p>
        <button class="primary">Import</button>
      </p>
    </form>
  );
}

const isNumber = (type: ColumnType): boolean => type === "double" || type === "long";

function bodyOf({ columns, place: pair, id }: Plan): object {
  const properties: Record<string, object> = {};
  for (const { name, type } of columns)
    if (type !== "skip" && !(name === id && name === "_id")) properties[name] = mappingOf(type);
  if (pair) properties[pair.name] = { type: "geo_point" };
  return { settings: { number_of_replicas: 0 }, mappings: { properties } };
}

function Progress({ upload: now, onAgain }: { upload: Upload; onAgain: () => void }) {
  const { plan, state, readBytes, written, refused, refusedRows, fault } = now;
  const seconds = (performance.now() - now.startedMs) / 1000;
  const rate = written.value / Math.max(0.1, seconds);
  const share = plan.file.size === 0 ? 1 : Math.min(1, readBytes.value / plan.file.size);
  const left = share > 0.01 ? (seconds / share) * (1 - share) : undefined;
  const isOver = state.value === "done" || state.value === "stopped";
  return (
    <div class="section">
      <h2 dir="auto">
        {plan.file.name} into {plan.index}
      </h2>
      <progress aria-label="Import" value={state.value === "done" ? 1 : share} max={1} />
      <p role="status">
        {state.value === "done"
          ? "All is in: "
          : state.value === "stopped"
            ? "Stopped: "
            : state.value === "paused"
              ? "Paused: "
              : ""}
        <b>{count(written.value)}</b> rows written
        {refusedRows.value > 0 && `, ${count(refusedRows.value)} refused`}
        {!isOver && ` · ${count(Math.round(rate))} rows a second`}
        {!isOver && left !== undefined && ` · ${duration(left * 1000)} left`}
      </p>
      {fault.value && <Failure fault={fault.value} />}
      <p class="row">
        {state.value === "running" && (
          <button type="button" onClick={() => now.pause()}>
            Pause
          </button>
        )}
        {state.value === "paused" && (
          <button type="button" class="primary" onClick={() => now.goOn()}>
            Go on
          </button>
        )}
        {!isOver && (
          <button type="button" onClick={() => now.stop()}>
            Stop
          </button>
        )}
        {isOver && (
          <>
            <a class="button primary" href={to(["search"], { index: plan.index })}>
              Search it
            </a>
            <a class="button" href={to(["indices", plan.index])}>
              Look at the index
            </a>
            <button type="button" onClick={onAgain}>
              Another file
            </button>
          </>
        )}
      </p>
      {refused.value.length > 0 && (
        <section class="section" aria-labelledby="refused">
          <div class="row">
            <h2 id="refused">Refused lines</h2>
            <button type="button" onClick={() => download(now)}>
              Download them
            </button>
          </div>
          <ul class="rows">
            {refused.value.slice(0, 20).map(({ row, reason, text }) => (
              <li key={row}>
                <b>row {count(row)}</b> <span>{reason}</span>
                <span class="mono dim" dir="auto">
                  {text.slice(0, 200)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function download({ refused, plan }: Upload): void {
  const lines = [
    "row,reason,text",
    ...refused.value.map(({ row, reason, text }) => [row, reason, text].map(csvCell).join(",")),
  ];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([lines.join("\r\n")]));
  link.download = `${plan.index}-refused.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
