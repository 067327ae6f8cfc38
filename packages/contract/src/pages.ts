import type { Capability } from '@stowage/domain/capabilities';

/** The session feature of storage servers that authenticate against a directory. */
export const LDAP = 'ldap';

/**
 * A page of the console. The menu, the router, generated links and the list of pages in a session
 * all derive from this table.
 */
export interface Route {
  /**
   * Address pattern: ':name' matches one segment, ':name+' and '*' (`rest`) match the whole
   * remainder, slashes included.
   */
  readonly pattern: string;
  /** Whether the page also handles all addresses below; what follows the pattern is `rest`. */
  readonly below?: true;
  /**
   * A session includes the page if its policies may allow one of these actions somewhere; without
   * any, every logged-in user has it.
   */
  readonly anyOf?: readonly string[];
  /** The storage server feature that the page requires. */
  readonly needs?: Capability;
  /** A session feature that is required as well. */
  readonly feature?: string;
  /** Accessible without a login, and so not listed in any session. */
  readonly public?: true;
  /** Where the page exists; defaults to 'console'. */
  readonly mode?: 'operator' | 'both';
  /** Whether this release implements the page; sessions omit the others. */
  readonly ready?: true;
  /** The group of the side menu that contains the page. */
  readonly menu?: 'main' | 'operator';
}

const anyS3 = ['s3:*'];
const config = ['admin:ConfigUpdate'];
const tiers = ['admin:ListTier', 'admin:SetTier'];
const users = [
  'admin:ListUsers',
  'admin:CreateUser',
  'admin:DeleteUser',
  'admin:GetUser',
  'admin:EnableUser',
  'admin:DisableUser',
];
const groups = [
  'admin:ListGroups',
  'admin:AddUserToGroup',
  'admin:EnableGroup',
  'admin:DisableGroup',
];
const policies = [
  'admin:GetPolicy',
  'admin:DeletePolicy',
  'admin:CreatePolicy',
  'admin:AttachUserOrGroupPolicy',
  'admin:ListUserPolicies',
];
const directory = ['admin:ListUserPolicies', 'admin:ListUsers', 'admin:ListGroups'];
const tools = [
  'admin:ConsoleLog',
  'admin:ServerTrace',
  'admin:Heal',
  'admin:OBDInfo',
  'admin:StorageInfo',
  'admin:TopLocksInfo',
  'admin:Profiling',
  'admin:InspectData',
  's3:ListenBucketNotification',
  'admin:ListUsers',
  'admin:ExportIAM',
  'admin:ImportIAM',
];
const tenant = '/namespaces/:tenantNamespace/tenants/:tenantName';

/** Every page by name. */
export const ROUTES = {
  login: { pattern: '/login', public: true },
  loginProvider: { pattern: '/login/:provider', public: true },
  loginCallback: { pattern: '/oauth_callback', public: true },
  dashboard: { pattern: '/dashboard', anyOf: ['admin:ServerInfo'], ready: true, menu: 'main' },
  metrics: { pattern: '/metrics', anyOf: ['admin:ServerInfo'], ready: true },
  buckets: { pattern: '/buckets', anyOf: anyS3, ready: true, menu: 'main' },
  bucket: { pattern: '/buckets/*', anyOf: anyS3, ready: true },
  objectBrowser: {
    pattern: '/buckets/:bucketName/browse',
    below: true,
    anyOf: anyS3,
    ready: true,
  },
  bucketAdmin: { pattern: '/buckets/:bucketName/admin', below: true, anyOf: anyS3, ready: true },
  jobs: { pattern: '/jobs', anyOf: anyS3, ready: true },
  users: { pattern: '/users', anyOf: users, ready: true, menu: 'main' },
  user: { pattern: '/users/:userName+', anyOf: users, ready: true },
  groups: { pattern: '/groups', anyOf: groups, ready: true, menu: 'main' },
  group: { pattern: '/groups/:groupName+', anyOf: groups, ready: true },
  ldap: {
    pattern: '/ldap',
    anyOf: directory,
    needs: 'admin',
    feature: LDAP,
    ready: true,
    menu: 'main',
  },
  account: { pattern: '/account', needs: 'admin', ready: true, menu: 'main' },
  changePassword: { pattern: '/account/change-password', needs: 'admin', ready: true },
  policies: { pattern: '/policies', anyOf: policies, needs: 'admin', ready: true, menu: 'main' },
  policy: { pattern: '/policies/*', anyOf: policies, needs: 'admin', ready: true },
  accessExplorer: { pattern: '/access-explorer', needs: 'admin', ready: true, menu: 'main' },
  settings: { pattern: '/settings', anyOf: config, needs: 'admin', ready: true, menu: 'main' },
  settingsOption: { pattern: '/settings/:option', anyOf: config, needs: 'admin', ready: true },
  notificationEndpoints: {
    pattern: '/notification-endpoints',
    anyOf: config,
    needs: 'admin',
    ready: true,
    menu: 'main',
  },
  addNotificationEndpoint: {
    pattern: '/notification-endpoints/add',
    anyOf: config,
    needs: 'admin',
    ready: true,
  },
  addNotificationService: {
    pattern: '/notification-endpoints/add/:service',
    anyOf: config,
    needs: 'admin',
    ready: true,
  },
  notificationEndpoint: {
    pattern: '/notification-endpoints/edit/:service/:targetName',
    anyOf: config,
    needs: 'admin',
    ready: true,
  },
  tiers: { pattern: '/tiers', anyOf: tiers, needs: 'admin', ready: true, menu: 'main' },
  addTier: { pattern: '/tiers/add', anyOf: tiers, needs: 'admin', ready: true },
  addTierService: { pattern: '/tiers/add/:service', anyOf: tiers, needs: 'admin', ready: true },
  tools: { pattern: '/tools', anyOf: tools, ready: true, menu: 'main' },
  logs: { pattern: '/tools/logs', anyOf: ['admin:ConsoleLog'], ready: true },
  auditLogs: { pattern: '/tools/audit-logs', anyOf: ['admin:ConsoleLog'], ready: true },
  trace: { pattern: '/tools/trace', anyOf: ['admin:ServerTrace'], ready: true },
  watch: { pattern: '/tools/watch', anyOf: ['s3:ListenBucketNotification'], ready: true },
  keysReport: { pattern: '/tools/access-keys', anyOf: ['admin:ListUsers'], ready: true },
  consoleSessions: {
    pattern: '/tools/sessions',
    anyOf: ['admin:ListUsers'],
    needs: 'admin',
    ready: true,
  },
  securityLog: {
    pattern: '/tools/security-log',
    anyOf: ['admin:ListUsers'],
    needs: 'admin',
    ready: true,
  },
  iamTransfer: {
    pattern: '/tools/iam',
    anyOf: ['admin:ExportIAM', 'admin:ImportIAM'],
    ready: true,
  },
  healing: { pattern: '/tools/heal', anyOf: ['admin:Heal'], needs: 'admin', ready: true },
  diagnostics: {
    pattern: '/tools/diagnostics',
    anyOf: ['admin:OBDInfo'],
    needs: 'admin',
    ready: true,
  },
  speedTest: {
    pattern: '/tools/speed-test',
    anyOf: ['admin:OBDInfo'],
    needs: 'admin',
    ready: true,
  },
  top: {
    pattern: '/tools/top',
    anyOf: ['admin:StorageInfo', 'admin:TopLocksInfo'],
    needs: 'admin',
    ready: true,
  },
  inspect: {
    pattern: '/tools/inspect',
    anyOf: ['admin:InspectData'],
    needs: 'admin',
    ready: true,
  },
  profile: {
    pattern: '/tools/profile',
    anyOf: ['admin:Profiling'],
    needs: 'admin',
    ready: true,
  },
  heal: { pattern: '/heal', anyOf: ['admin:Heal'], needs: 'admin', ready: true, menu: 'main' },
  tenants: { pattern: '/tenants', mode: 'operator', menu: 'operator' },
  addTenant: { pattern: '/tenants/add', mode: 'operator' },
  addTenantStep: { pattern: '/tenants/add/*', mode: 'operator' },
  tenant: { pattern: tenant, mode: 'operator' },
  tenantConsole: { pattern: `${tenant}/hop`, mode: 'operator' },
  tenantPods: { pattern: `${tenant}/pods`, mode: 'operator' },
  tenantPod: { pattern: `${tenant}/pods/:podName`, mode: 'operator' },
  tenantSummary: { pattern: `${tenant}/summary`, mode: 'operator' },
  tenantMetrics: { pattern: `${tenant}/metrics`, mode: 'operator' },
  tenantPools: { pattern: `${tenant}/pools`, mode: 'operator' },
  tenantVolumes: { pattern: `${tenant}/volumes`, mode: 'operator' },
  tenantLicense: { pattern: `${tenant}/license`, mode: 'operator' },
  tenantSecurity: { pattern: `${tenant}/security`, mode: 'operator' },
  storage: { pattern: '/storage', mode: 'operator', menu: 'operator' },
  storageVolumes: { pattern: '/storage/volumes', mode: 'operator' },
  storageDrives: { pattern: '/storage/drives', mode: 'operator' },
  license: { pattern: '/license', mode: 'both', menu: 'operator' },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof ROUTES;

/** A page with the pattern under which sessions list it. */
export interface Page {
  readonly pattern: string;
  readonly anyOf: readonly string[];
  readonly mode: 'console' | 'operator' | 'both';
  readonly needs?: Capability;
  readonly feature?: string;
  readonly ready: boolean;
}

/** Actions that require MinIO's Admin API. */
const OF_ADMIN_API = /^(admin:|kms:|s3:Listen)/;

/**
 * Returns the storage server feature that a page requires: either declared, or needed by all of its
 * actions.
 */
export function neededCapability({ needs, anyOf = [] }: Route): Capability | undefined {
  if (needs !== undefined || anyOf.length === 0) return needs;
  return anyOf.every((action) => OF_ADMIN_API.test(action)) ? 'admin' : undefined;
}

/**
 * Returns the patterns of a page in session lists; a second one stands for everything below the
 * first.
 */
export function patternsOf({ pattern, below }: Route): readonly string[] {
  return below ? [pattern, `${pattern}/*`] : [pattern];
}

/** The pages as listed in sessions. */
export const PAGES: readonly Page[] = Object.values<Route>(ROUTES)
  .filter((route) => !route.public)
  .flatMap((route) => {
    const { anyOf = [], mode = 'console', ready = false, feature } = route;
    const needs = neededCapability(route);
    return patternsOf(route).map((pattern) => ({
      pattern,
      anyOf,
      mode,
      ready,
      ...(needs && { needs }),
      ...(feature !== undefined && { feature }),
    }));
  });
