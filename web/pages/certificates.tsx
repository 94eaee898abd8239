/** Key pairs: made here, or brought along; when they end. */
import { useSignal } from "@preact/signals";
import { type Answer, call, type Fault } from "../core/api.ts";
import { ago, when } from "../core/format.ts";
import { type Certificate, identityPath, remove, save } from "../core/identity.ts";
import { rights } from "../core/session.ts";
import { Copy } from "../parts/copy.tsx";
import { Confirm, Dialog } from "../parts/dialog.tsx";
import { FormDialog } from "../parts/form.tsx";
import { Records } from "../parts/records.tsx";
import { Empty, Failure, Status } from "../parts/states.tsx";
import type { Column } from "../parts/table.tsx";

const SOON_MS = 30 * 86_400_000;

function Expiry({ expires }: { expires: string }) {
  const left = new Date(expires).getTime() - Date.now();
  return (
    <Status kind={left < 0 ? "bad" : left < SOON_MS ? "warn" : "ok"}>
      <time dateTime={expires} title={when(expires)}>
        {left < 0 ? `ended ${ago(expires)}` : ago(expires)}
      </time>
    </Status>
  );
}

const COLUMNS: readonly Column<Certificate>[] = [
  { key: "name", title: "Certificate", wide: true, render: ({ name }) => <b dir="auto">{name}</b> },
  {
    key: "cert_subject",
    title: "Subject",
    wide: true,
    render: ({ cert_subject }) => <span dir="auto">{cert_subject}</span>,
  },
  { key: "cert_expiry", title: "Ends", render: ({ cert_expiry }) => <Expiry expires={cert_expiry} /> },
  {
    key: "key",
    title: "Private key",
    render: ({ private_key_available }) => (private_key_available ? "kept" : "not here"),
  },
];

export function Page() {
  const version = useSignal(0);
  const picked = useSignal<string | undefined>(undefined);
  const doing = useSignal<"make" | "upload" | undefined>(undefined);
  const close = (): void => void (doing.value = undefined);
  const saved = <T,>(answer: Answer<T>): Answer<T> => {
    if (answer.ok) version.value++;
    return answer;
  };
  return (
    <>
      <Records<Certificate>
        title="Certificates"
        list="crypto/certificatekeypairs"
        columns={COLUMNS}
        sorts={["name"]}
        keyOf={({ pk }) => pk}
        picked={picked.value}
        onPick={(key) => (picked.value = key)}
        version={version.value}
        actions={
          rights.value.identity["add_certificatekeypair"] === true && (
            <>
              <button type="button" onClick={() => (doing.value = "upload")}>
                Bring one along
              </button>
              <button type="button" class="primary" onClick={() => (doing.value = "make")}>
                Make one
              </button>
            </>
          )
        }
        empty={
          <Empty title="No certificates yet">
            A certificate says who a server is. One that signs itself is made here.
          </Empty>
        }
        detail={(certificate) => (
          <Detail key={certificate.pk} certificate={certificate} onChanged={() => void version.value++} />
        )}
      />
      {doing.value === "make" && (
        <FormDialog
          title="Make a certificate"
          label="Make it"
          fields={[
            { name: "common_name", title: "Name", kind: "text", required: true },
            { name: "subject_alt_name", title: "Hosts and addresses", kind: "text", hint: "Separated by commas." },
            { name: "validity_days", title: "Days that it holds", kind: "text", required: true },
          ]}
          values={{ common_name: "", subject_alt_name: "", validity_days: "365" }}
          onClose={close}
          save={async (values) =>
            saved(
              await call("POST", identityPath("crypto/certificatekeypairs", "generate"), {
                ...values,
                validity_days: Number(values["validity_days"]),
              }),
            )
          }
        />
      )}
      {doing.value === "upload" && (
        <FormDialog
          title="Bring a certificate along"
          label="Keep it"
          fields={[
            { name: "name", title: "Name", kind: "text", required: true },
            { name: "certificate_data", title: "Certificate (PEM)", kind: "long", required: true },
            {
              name: "key_data",
              title: "Private key (PEM), without a passphrase",
              kind: "long",
              hint: "Kept encrypted.",
            },
          ]}
          values={{ name: "", certificate_data: "", key_data: "" }}
          onClose={close}
          save={async (values) => saved(await save<Certificate>("crypto/certificatekeypairs", undefined, values))}
        />
      )}
    </>
  );
}

function Detail({ certificate, onChanged }: { certificate: Certificate; onChanged: () => void }) {
  const deleting = useSignal(false);
  const shown = useSignal<Answer<{ readonly data: string }> | undefined>(undefined);
  const may = rights.value.identity;
  const show = async (what: string): Promise<void> => {
    shown.value = await call<{ readonly data: string }>(
      "GET",
      identityPath("crypto/certificatekeypairs", certificate.pk, what),
    );
  };
  const drop = async (): Promise<Fault | undefined> => {
    const answer = await remove("crypto/certificatekeypairs", certificate.pk);
    if (answer.ok) onChanged();
    return answer.fault;
  };
  return (
    <>
      <h2 dir="auto">{certificate.name}</h2>
      <p class="row">
        {may["view_certificatekeypair_certificate"] === true && (
          <button type="button" onClick={() => void show("view_certificate")}>
            Show it
          </button>
        )}
        {may["view_certificatekeypair_key"] === true && certificate.private_key_available && (
          <button type="button" onClick={() => void show("view_private_key")}>
            Show the private key
          </button>
        )}
        {may["delete_certificatekeypair"] === true && (
          <button type="button" class="danger" onClick={() => (deleting.value = true)}>
            Delete…
          </button>
        )}
      </p>
      <dl class="doc">
        <div>
          <dt>Subject</dt>
          <dd dir="auto">{certificate.cert_subject}</dd>
        </div>
        <div>
          <dt>Ends</dt>
          <dd>
            {when(certificate.cert_expiry)} (<Expiry expires={certificate.cert_expiry} />)
          </dd>
        </div>
        <div>
          <dt>SHA-256</dt>
          <dd class="mono">{certificate.fingerprint_sha256}</dd>
        </div>
      </dl>
      {shown.value && (
        <Dialog title={certificate.name} onClose={() => (shown.value = undefined)}>
          <div class="body">
            {shown.value.ok ? (
              <>
                <pre tabIndex={0}>{shown.value.body.data}</pre>
                <p class="row">
                  <Copy text={shown.value.body.data} />
                  <span class="hint">That you looked is recorded.</span>
                </p>
              </>
            ) : (
              shown.value.fault && <Failure fault={shown.value.fault} />
            )}
          </div>
        </Dialog>
      )}
      {deleting.value && (
        <Confirm
          title={`Delete ${certificate.name}?`}
          label="Delete it"
          word={certificate.name}
          act={drop}
          onClose={() => (deleting.value = false)}
        >
          <p>The private key goes too, if it is kept here.</p>
        </Confirm>
      )}
    </>
  );
}
