/**
 * The client that authentik publishes, with its base path set to ours. It is generated from authentik's own OpenAPI
 * document.
 */
import { Configuration, CoreApi, CryptoApi, EventsApi, IntentEnum } from "@goauthentik/api";
import { beforeAll, expect, test } from "vitest";
import { type ServerProcess, startServer } from "./server-process.ts";

let server: ServerProcess;
let core: CoreApi;
let configuration: Configuration;

beforeAll(async () => {
  server = await startServer(["--security", "on"], { WARDEX_ADMIN_TOKEN: "an-administrators-token" });
  configuration = new Configuration({
    basePath: `${server.url}/api/v2beta`,
    apiKey: () => "Bearer an-administrators-token",
  });
  core = new CoreApi(configuration);
  return async () => void (await server.stop());
});

test("users and groups are created, listed, found, changed and deleted", async () => {
  const ann = await core.coreUsersCreate({
    userRequest: {
      username: "ann",
      name: "Ann",
      email: "ann@example.org",
      groups: [],
      isActive: true,
      attributes: { team: "a" },
    },
  });
  const staff = await core.coreGroupsCreate({
    groupRequest: { name: "staff", users: [ann.pk], parent: null, isSuperuser: false, attributes: {} },
  });
  expect(staff.usersObj.map((user) => user.username)).toEqual(["ann"]);
  const found = await core.coreUsersList({ search: "ann@example", ordering: "-username", pageSize: 5 });
  expect(found.pagination.count).toBe(1);
  expect(found.results[0]).toMatchObject({
    pk: ann.pk,
    username: "ann",
    groups: [staff.pk],
    attributes: { team: "a" },
    isSuperuser: false,
  });
  expect((await core.coreUsersPartialUpdate({ id: ann.pk, patchedUserRequest: { name: "Ann B." } })).name).toBe(
    "Ann B.",
  );
  expect((await core.coreGroupsRetrieve({ groupUuid: staff.pk })).name).toBe("staff");
  await core.coreGroupsDestroy({ groupUuid: staff.pk });
  await expect(core.coreGroupsRetrieve({ groupUuid: staff.pk })).rejects.toMatchObject({ status: 404 });
});

test("the user who is asking is shown, with their groups", async () => {
  const { user } = await core.coreUsersMeRetrieve();
  expect(user).toMatchObject({
    username: "admin",
    isSuperuser: true,
    groups: [{ name: "Wardex Admins", isSuperuser: true }],
  });
});

test("tokens are created, listed and shown", async () => {
  await core.coreTokensCreate({
    tokenRequest: { identifier: "of-the-client", intent: IntentEnum.Api, expiring: false },
  });
  expect((await core.coreTokensList({ identifier: "of-the-client" })).results).toMatchObject([
    { identifier: "of-the-client", expiring: false },
  ]);
  const { key } = await core.coreTokensViewKeyRetrieve({ identifier: "of-the-client" });
  const own = new CoreApi(
    new Configuration({ ...configuration, basePath: `${server.url}/api/v2beta`, apiKey: () => `Bearer ${key}` }),
  );
  expect((await own.coreTokensRetrieve({ identifier: "of-the-client" })).identifier).toBe("of-the-client");
});

test("applications are created, listed, read and deleted", async () => {
  await core.coreApplicationsCreate({ applicationRequest: { name: "Wiki", slug: "wiki", metaDescription: "Pages" } });
  expect((await core.coreApplicationsList({ search: "wik" })).results).toMatchObject([
    { slug: "wiki", name: "Wiki", metaDescription: "Pages" },
  ]);
  expect((await core.coreApplicationsRetrieve({ slug: "wiki" })).name).toBe("Wiki");
  await core.coreApplicationsDestroy({ slug: "wiki" });
  await expect(core.coreApplicationsRetrieve({ slug: "wiki" })).rejects.toMatchObject({ status: 404 });
});

test("key pairs are made and shown", async () => {
  const crypto = new CryptoApi(configuration);
  const made = await crypto.cryptoCertificatekeypairsGenerateCreate({
    certificateGenerationRequest: { commonName: "of.the.client", subjectAltName: "a.example", validityDays: 3 },
  });
  expect(made).toMatchObject({ name: "of.the.client", privateKeyAvailable: true });
  const { data } = await crypto.cryptoCertificatekeypairsViewCertificateRetrieve({ kpUuid: made.pk });
  expect(data).toContain("BEGIN CERTIFICATE");
});

test("events tell of it all", async () => {
  const events = new EventsApi(configuration);
  const { results } = await events.eventsEventsList({ action: "model_created", ordering: "created" });
  expect(results.map((event) => (event.context as { model: { model_name: string } } | null)?.model.model_name)).toEqual(
    expect.arrayContaining(["user", "group", "token", "application", "certificatekeypair"]),
  );
});
