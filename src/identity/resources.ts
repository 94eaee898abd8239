/** Every path of the identity interface that is there. */
import type { Endpoint } from "./interface/endpoint.ts";
import { resource } from "./interface/resource.ts";
import { recover } from "./resources/auth/recovery.ts";
import { signIn } from "./resources/auth/sign-in.ts";
import { signOut } from "./resources/auth/sign-out.ts";
import { consoleItems } from "./resources/console/items.ts";
import { authorize } from "./resources/core/application-authorize.ts";
import { checkAccess } from "./resources/core/application-check-access.ts";
import { applicationMetrics } from "./resources/core/application-metrics.ts";
import { applications } from "./resources/core/applications.ts";
import { groups } from "./resources/core/groups.ts";
import { me } from "./resources/core/me.ts";
import { recovery } from "./resources/core/recovery.ts";
import { serviceAccount } from "./resources/core/service-account.ts";
import { setPassword } from "./resources/core/set-password.ts";
import { tokens } from "./resources/core/tokens.ts";
import { userMetrics } from "./resources/core/user-metrics.ts";
import { users } from "./resources/core/users.ts";
import { viewKey } from "./resources/core/view-key.ts";
import { certificateKeyPairs } from "./resources/crypto/certificate-key-pairs.ts";
import { generate } from "./resources/crypto/generate.ts";
import { viewCertificate } from "./resources/crypto/view-certificate.ts";
import { viewPrivateKey } from "./resources/crypto/view-private-key.ts";
import { policyBindings } from "./resources/policies/bindings.ts";
import { eventMatchers } from "./resources/policies/event-matchers.ts";
import { metrics } from "./resources/admin/metrics.ts";
import { systemTasks } from "./resources/admin/system-tasks.ts";
import { version } from "./resources/admin/version.ts";
import { workers } from "./resources/admin/workers.ts";
import { actions } from "./resources/events/actions.ts";
import { events } from "./resources/events/events.ts";
import { markAllSeen } from "./resources/events/mark-all-seen.ts";
import { notifications } from "./resources/events/notifications.ts";
import { rules } from "./resources/events/rules.ts";
import { testTransport } from "./resources/events/test-transport.ts";
import { topPerUser } from "./resources/events/top-per-user.ts";
import { transports } from "./resources/events/transports.ts";
import { withSchema } from "./resources/schema.ts";

export const endpoints: readonly Endpoint[] = withSchema([
  signIn,
  signOut,
  recover,
  ...resource(applications),
  authorize,
  checkAccess,
  applicationMetrics,
  ...resource(groups),
  ...resource(tokens),
  viewKey,
  ...resource(users),
  userMetrics,
  me,
  setPassword,
  recovery,
  serviceAccount,
  ...resource(certificateKeyPairs),
  generate,
  viewCertificate,
  viewPrivateKey,
  ...resource(eventMatchers),
  ...resource(policyBindings),
  ...resource(notifications),
  markAllSeen,
  ...resource(rules),
  ...resource(transports),
  testTransport,
  ...events,
  actions,
  topPerUser,
  ...resource(consoleItems),
  ...systemTasks,
  metrics,
  version,
  workers,
]);
