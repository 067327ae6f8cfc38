import type { ROUTES, RouteName } from '@stowage/contract/pages';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { bucketQuery } from '#web/entities/bucket/bucket-query.ts';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { configsQuery } from '#web/entities/config/config-query.ts';
import { attentionQuery, infoQuery } from '#web/entities/dashboard/dashboard-query.ts';
import { groupsQuery, usersQuery } from '#web/entities/identity/api.ts';
import { policiesQuery } from '#web/entities/policy/policies-query.ts';
import { tiersQuery } from '#web/entities/tier/tiers-query.ts';
import { LoginPage } from '#web/features/auth/login-page.tsx';
import { loadPart } from '#web/lib/parts/load-part.ts';
import type { RouteParams } from '#web/lib/router/page-path.ts';

/** A screen of the console; its code is loaded when it is first opened. */
export interface Screen {
  /** The component, once its code is loaded. */
  readonly loaded: () => ComponentType | undefined;
  readonly load: () => Promise<ComponentType>;
  /** Starts loading the screen's data while its code is being loaded. */
  readonly start?: (queryClient: QueryClient, params: Readonly<Record<string, string>>) => void;
}

type Ready = {
  [Name in RouteName]: (typeof ROUTES)[Name] extends { ready: true } | { public: true }
    ? Name
    : never;
}[RouteName];

/** The pages that have a screen; the others only redirect. */
export type ScreenName = Exclude<Ready, 'bucket' | 'heal'>;

function lazyScreen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Screen {
  let component: ComponentType | undefined;
  return {
    loaded: () => component,
    load: async () => {
      component ??= (await loadPart(load))[name];
      return component;
    },
  };
}

function startWithBucket(
  queryClient: QueryClient,
  { bucketName }: Partial<RouteParams<'objectBrowser'>>,
) {
  if (bucketName !== undefined) void queryClient.prefetchQuery(bucketQuery(bucketName));
}

function startDashboard(queryClient: QueryClient) {
  void queryClient.prefetchQuery(infoQuery);
  void queryClient.prefetchQuery(attentionQuery);
  // Loaded in parallel with the data rather than after it. If it fails, the chart itself reports
  // it.
  import('#web/ui/chart/time-chart.tsx').catch(() => undefined);
}

/** The screens of all implemented pages. */
export const SCREENS: Readonly<Record<ScreenName, Screen>> = {
  // Part of the initial load: most visits start here.
  login: { loaded: () => LoginPage, load: () => Promise.resolve(LoginPage) },
  loginProvider: lazyScreen(
    () => import('#web/features/auth/provider-login-page.tsx'),
    'ProviderLoginPage',
  ),
  loginCallback: lazyScreen(() => import('#web/features/auth/callback-page.tsx'), 'CallbackPage'),
  dashboard: {
    ...lazyScreen(() => import('#web/features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    start: startDashboard,
  },
  metrics: {
    ...lazyScreen(() => import('#web/features/dashboard/dashboard-page.tsx'), 'MetricsPage'),
    start: startDashboard,
  },
  buckets: {
    ...lazyScreen(() => import('#web/features/buckets/buckets-page.tsx'), 'BucketsPage'),
    start: (queryClient) => void queryClient.prefetchQuery(bucketsQuery),
  },
  objectBrowser: {
    ...lazyScreen(() => import('./object-screen.tsx'), 'ObjectBrowserScreen'),
    start: startWithBucket,
  },
  bucketAdmin: {
    ...lazyScreen(
      () => import('#web/features/bucket-admin/bucket-admin-page.tsx'),
      'BucketAdminPage',
    ),
    start: startWithBucket,
  },
  tiers: {
    ...lazyScreen(() => import('#web/features/tiers/tiers-page.tsx'), 'TiersPage'),
    start: (queryClient) => void queryClient.prefetchQuery(tiersQuery),
  },
  addTier: lazyScreen(() => import('#web/features/tiers/add-tier-page.tsx'), 'AddTierPage'),
  addTierService: lazyScreen(
    () => import('#web/features/tiers/tier-form-page.tsx'),
    'TierFormPage',
  ),
  users: {
    ...lazyScreen(() => import('#web/features/users/users-page.tsx'), 'UsersPage'),
    start: (queryClient) => void queryClient.prefetchQuery(usersQuery),
  },
  user: lazyScreen(() => import('#web/features/users/user-page.tsx'), 'UserPage'),
  groups: {
    ...lazyScreen(() => import('#web/features/groups/groups-page.tsx'), 'GroupsPage'),
    start: (queryClient) => void queryClient.prefetchQuery(groupsQuery),
  },
  group: lazyScreen(() => import('#web/features/groups/group-page.tsx'), 'GroupPage'),
  ldap: lazyScreen(() => import('#web/features/ldap/ldap-page.tsx'), 'LdapPage'),
  changePassword: lazyScreen(
    () => import('#web/features/auth/password/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
  account: lazyScreen(
    () => import('#web/features/service-accounts/account-page.tsx'),
    'AccountPage',
  ),
  policies: {
    ...lazyScreen(() => import('#web/features/policies/policies-page.tsx'), 'PoliciesPage'),
    start: (queryClient) => void queryClient.prefetchQuery(policiesQuery),
  },
  policy: lazyScreen(() => import('#web/features/policies/policy-page.tsx'), 'PolicyPage'),
  jobs: lazyScreen(() => import('#web/features/jobs/jobs-page.tsx'), 'JobsPage'),
  accessExplorer: lazyScreen(
    () => import('#web/features/access-explorer/access-explorer-page.tsx'),
    'AccessExplorerPage',
  ),
  settings: {
    ...lazyScreen(() => import('#web/features/settings/settings-page.tsx'), 'SettingsPage'),
    start: (queryClient) => void queryClient.prefetchQuery(configsQuery),
  },
  settingsOption: lazyScreen(() => import('#web/features/settings/config-page.tsx'), 'ConfigPage'),
  notificationEndpoints: lazyScreen(
    () => import('#web/features/notification-endpoints/notification-endpoints-page.tsx'),
    'NotificationEndpointsPage',
  ),
  addNotificationEndpoint: lazyScreen(
    () => import('#web/features/notification-endpoints/add-endpoint-page.tsx'),
    'AddEndpointPage',
  ),
  addNotificationService: lazyScreen(
    () => import('#web/features/notification-endpoints/target-page.tsx'),
    'AddTargetPage',
  ),
  notificationEndpoint: lazyScreen(
    () => import('#web/features/notification-endpoints/target-page.tsx'),
    'EditTargetPage',
  ),
  tools: lazyScreen(() => import('#web/features/tools/tools-page.tsx'), 'ToolsPage'),
  consoleSessions: lazyScreen(
    () => import('#web/features/auth/console-sessions/console-sessions-page.tsx'),
    'ConsoleSessionsPage',
  ),
  securityLog: lazyScreen(
    () => import('#web/features/auth/security-log/security-log-page.tsx'),
    'SecurityLogPage',
  ),
  keysReport: lazyScreen(
    () => import('#web/features/keys-report/keys-report-page.tsx'),
    'KeysReportPage',
  ),
  iamTransfer: lazyScreen(
    () => import('#web/features/iam-transfer/iam-transfer-page.tsx'),
    'IamTransferPage',
  ),
  diagnostics: lazyScreen(
    () => import('#web/features/tools/diagnostics/diagnostics-page.tsx'),
    'DiagnosticsPage',
  ),
  speedTest: lazyScreen(
    () => import('#web/features/tools/speed-test/speed-test-page.tsx'),
    'SpeedTestPage',
  ),
  inspect: lazyScreen(() => import('#web/features/tools/inspect/inspect-page.tsx'), 'InspectPage'),
  profile: lazyScreen(() => import('#web/features/tools/profile/profile-page.tsx'), 'ProfilePage'),
  top: lazyScreen(() => import('#web/features/tools/top/top-page.tsx'), 'TopPage'),
  healing: lazyScreen(() => import('#web/features/tools/heal/heal-page.tsx'), 'HealPage'),
  auditLogs: lazyScreen(() => import('#web/features/tools/audit/audit-page.tsx'), 'AuditPage'),
  trace: lazyScreen(() => import('#web/features/tools/trace/trace-page.tsx'), 'TracePage'),
  logs: lazyScreen(() => import('#web/features/tools/logs/logs-page.tsx'), 'LogsPage'),
  watch: lazyScreen(() => import('#web/features/tools/watch/watch-page.tsx'), 'WatchPage'),
};
