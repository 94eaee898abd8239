/** Key pairs: made here, or brought along; when they end. */
import { useSignal } from "@preact/signals";
import { type Answer, call } from "../core/api.ts";
import { ago, when } from "../core/format.ts";
import { type Certificate, identityPath, remove, save } from "../core/identity.ts";
import { rights } from "../core/session.ts";
import { Collection, type FormTools, mayOf } from "../parts/collection.tsx";
import { Copy } from "../parts/copy.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Facts } from "../parts/facts.tsx";
import { FormDialog } from "../parts/form.tsx";
import { identityRecords } from "../parts/records.tsx";
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

const LIST = "crypto/certificatekeypairs";

export function Page() {
  return (
    <Collection<Certificate>
      title="Certificates"
      one="certificate"
      source={identityRecords(LIST)}
      columns={COLUMNS}
      sorts={["name"]}
      keyOf={({ pk }) => pk}
      nameOf={({ name }) => name}
      may={mayOf("certificatekeypair")}
      makers={[
        { label: "Bring one along", form: (tools) => <EditCertificate {...tools} /> },
        { label: "Make one", form: (tools) => <MakeOne {...tools} /> },
      ]}
      edit={(certificate, tools) => <EditCertificate certificate={certificate} {...tools} />}
      more={(certificate) => <Parts key={certificate.pk} certificate={certificate} />}
      empty={
        <Empty title="No certificates yet">
          A certificate says who a server is. One that signs itself is made here.
        </Empty>
      }
      detail={({ cert_subject, cert_expiry, fingerprint_sha256 }) => (
        <Facts
          facts={{
            Subject: cert_subject,
            Ends: (
              <>
                {when(cert_expiry)} (<Expiry expires={cert_expiry} />)
              </>
            ),
            "SHA-256": <span class="mono">{fingerprint_sha256}</span>,
          }}
        />
      )}
      drop={{
        act: ({ pk }) => remove(LIST, pk),
        label: "Delete it",
        wordOf: ({ name }) => name,
        note: "The private key goes too, if it is kept here.",
      }}
    />
  );
}

function MakeOne({ onClose, onSaved }: FormTools) {
  return (
    <FormDialog
      title="Make a certificate"
      label="Make it"
      fields={[
        { name: "common_name", title: "Name", kind: "text", required: true },
        { name: "subject_alt_name", title: "Hosts and addresses", kind: "text", hint: "Separated by commas." },
        { name: "validity_days", title: "Days that it holds", kind: "text", required: true },
      ]}
      values={{ common_name: "", subject_alt_name: "", validity_days: "365" }}
      onClose={onClose}
      save={async (values) => {
        const validity_days = Number(values["validity_days"]);
        const answer = await call("POST", identityPath(LIST, "generate"), { ...values, validity_days });
        if (answer.ok) onSaved();
        return answer;
      }}
    />
  );
}

/** One from elsewhere; of one that is here another name, or the pair that follows it. */
function EditCertificate({ certificate, onClose, onSaved }: FormTools & { certificate?: Certificate }) {
  const kept = certificate ? "Empty: as it is." : undefined;
  return (
    <FormDialog
      title={certificate ? `Edit ${certificate.name}` : "Bring a certificate along"}
      label={certificate ? "Save" : "Keep it"}
      fields={[
        { name: "name", title: "Name", kind: "text", required: true },
        {
          name: "certificate_data",
          title: "Certificate (PEM)",
          kind: "long",
          required: !certificate,
          ...(kept === undefined ? {} : { hint: kept }),
        },
        {
          name: "key_data",
          title: "Private key (PEM), without a passphrase",
          kind: "long",
          hint: kept ?? "Kept encrypted.",
        },
      ]}
      values={{ name: certificate?.name ?? "", certificate_data: "", key_data: "" }}
      onClose={onClose}
      save={async (values) => {
        const given = Object.entries(values).filter(([, value]) => value !== "");
        const answer = await save<Certificate>(LIST, certificate?.pk, Object.fromEntries(given));
        if (answer.ok) onSaved(answer.body.pk);
        return answer;
      }}
    />
  );
}

/** What a certificate is made of, for those who may see it. */
function Parts({ certificate }: { certificate: Certificate }) {
  const shown = useSignal<Answer<{ readonly data: string }> | undefined>(undefined);
  const may = rights.value.identity;
  const show = async (what: string): Promise<void> => {
    shown.value = await call<{ readonly data: string }>("GET", identityPath(LIST, certificate.pk, what));
  };
  return (
    <>
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
    </>
  );
}
