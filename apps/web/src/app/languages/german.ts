import { bucketFieldsDe, bucketTagsDe, missingBucketDe } from '#web/entities/bucket/de.ts';
import { deletionDe } from '#web/entities/bucket/deletion/de.ts';
import { configDe } from '#web/entities/config/de.ts';
import { identityDe } from '#web/entities/identity/de.ts';
import { objectDe } from '#web/entities/object/de.ts';
import { policyEditorDe } from '#web/entities/policy-editor/de.ts';
import { replicationDe } from '#web/entities/replication/de.ts';
import { serviceAccountsDe } from '#web/entities/service-accounts/de.ts';
import { tagPairsDe } from '#web/entities/tag-pairs/de.ts';
import { toolHeaderDe } from '#web/entities/tools/de.ts';
import { explorerDe } from '#web/features/access-explorer/de.ts';
import { confirmPasswordDe } from '#web/features/auth/confirm-password/de.ts';
import { consoleSessionsDe } from '#web/features/auth/console-sessions/de.ts';
import { authDe } from '#web/features/auth/de.ts';
import { passwordDe } from '#web/features/auth/password/de.ts';
import { securityLogDe } from '#web/features/auth/security-log/de.ts';
import { sessionsDe } from '#web/features/auth/sessions/de.ts';
import { accessAuditDe } from '#web/features/bucket-admin/access-audit/de.ts';
import { accessRulesDe } from '#web/features/bucket-admin/access-rules/de.ts';
import { corsDe } from '#web/features/bucket-admin/cors/de.ts';
import { bucketAdminDe } from '#web/features/bucket-admin/de.ts';
import { documentDe } from '#web/features/bucket-admin/document/de.ts';
import { eventsDe } from '#web/features/bucket-admin/events/de.ts';
import { incompleteUploadsDe } from '#web/features/bucket-admin/incomplete-uploads/de.ts';
import { lifecycleDe } from '#web/features/bucket-admin/lifecycle/de.ts';
import { replicationSectionDe } from '#web/features/bucket-admin/replication/de.ts';
import { summaryDe } from '#web/features/bucket-admin/summary/de.ts';
import { bucketsDe } from '#web/features/buckets/de.ts';
import { wizardDe } from '#web/features/buckets/replication-wizard/de.ts';
import { dashboardDe } from '#web/features/dashboard/de.ts';
import { groupsDe } from '#web/features/groups/de.ts';
import { iamTransferDe } from '#web/features/iam-transfer/de.ts';
import { jobsDe } from '#web/features/jobs/de.ts';
import { keysReportDe } from '#web/features/keys-report/de.ts';
import { ldapDe } from '#web/features/ldap/de.ts';
import { endpointsDe, fieldsDe } from '#web/features/notification-endpoints/de.ts';
import { objectDetailDe } from '#web/features/object-detail/de.ts';
import { objectPreviewDe } from '#web/features/object-preview/de.ts';
import { objectShareDe } from '#web/features/object-share/de.ts';
import { objectsDe } from '#web/features/objects/de.ts';
import { policiesDe } from '#web/features/policies/de.ts';
import { accountDe } from '#web/features/service-accounts/de.ts';
import { settingsDe } from '#web/features/settings/de.ts';
import { identityTestDe } from '#web/features/settings/identity-test/de.ts';
import { tiersDe } from '#web/features/tiers/de.ts';
import { auditDe } from '#web/features/tools/audit/de.ts';
import { toolsDe } from '#web/features/tools/de.ts';
import { diagnosticsDe } from '#web/features/tools/diagnostics/de.ts';
import { healDe } from '#web/features/tools/heal/de.ts';
import { inspectDe } from '#web/features/tools/inspect/de.ts';
import { logsDe } from '#web/features/tools/logs/de.ts';
import { profileDe } from '#web/features/tools/profile/de.ts';
import { speedTestDe } from '#web/features/tools/speed-test/de.ts';
import { topDe } from '#web/features/tools/top/de.ts';
import { traceDe } from '#web/features/tools/trace/de.ts';
import { watchDe } from '#web/features/tools/watch/de.ts';
import { transfersDe } from '#web/features/transfers/de.ts';
import { usersDe } from '#web/features/users/de.ts';
import { apiDe, errorDe } from '#web/lib/api/de.ts';
import type { LanguageTexts } from '#web/lib/i18n/languages.ts';
import { dataTableDe, uiDe } from '#web/ui/de.ts';
import { dockDe } from '#web/ui/dock/de.ts';
import { listDe } from '#web/ui/list/de.ts';
import { streamDe } from '#web/ui/stream/de.ts';
import { wizardFrameDe } from '#web/ui/wizard/de.ts';
import { appDe } from '../de.ts';

/** German texts, by the namespaces of the English ones. */
export const german: LanguageTexts = {
  sessions: sessionsDe,
  wizard: wizardFrameDe,
  app: appDe,
  'bucket-deletion': deletionDe,
  'bucket-fields': bucketFieldsDe,
  'bucket-tags': bucketTagsDe,
  'missing-bucket': missingBucketDe,
  'policy-editor': policyEditorDe,
  replication: replicationDe,
  'service-accounts': serviceAccountsDe,
  'tag-pairs': tagPairsDe,
  account: accountDe,
  config: configDe,
  settings: settingsDe,
  'identity-test': identityTestDe,
  'iam-transfer': iamTransferDe,
  'confirm-password': confirmPasswordDe,
  'console-sessions': consoleSessionsDe,
  'security-log': securityLogDe,
  'keys-report': keysReportDe,
  identity: identityDe,
  'access-explorer': explorerDe,
  auth: authDe,
  password: passwordDe,
  users: usersDe,
  groups: groupsDe,
  ldap: ldapDe,
  'bucket-access-audit': accessAuditDe,
  'bucket-access-rules': accessRulesDe,
  'bucket-admin': bucketAdminDe,
  'bucket-cors': corsDe,
  'bucket-document': documentDe,
  'bucket-events': eventsDe,
  'bucket-incomplete-uploads': incompleteUploadsDe,
  'bucket-lifecycle': lifecycleDe,
  'bucket-replication': replicationSectionDe,
  'bucket-summary': summaryDe,
  buckets: bucketsDe,
  'replication-wizard': wizardDe,
  jobs: jobsDe,
  'notification-endpoints': endpointsDe,
  'notification-fields': fieldsDe,
  object: objectDe,
  'object-detail': objectDetailDe,
  'object-preview': objectPreviewDe,
  'object-share': objectShareDe,
  objects: objectsDe,
  policies: policiesDe,
  tiers: tiersDe,
  tools: toolsDe,
  'tool-header': toolHeaderDe,
  stream: streamDe,
  diagnostics: diagnosticsDe,
  heal: healDe,
  logs: logsDe,
  audit: auditDe,
  top: topDe,
  trace: traceDe,
  inspect: inspectDe,
  profile: profileDe,
  speedTest: speedTestDe,
  watch: watchDe,
  dashboard: dashboardDe,
  transfers: transfersDe,
  api: apiDe,
  errors: errorDe,
  'data-table': dataTableDe,
  dock: dockDe,
  list: listDe,
  ui: uiDe,
};
