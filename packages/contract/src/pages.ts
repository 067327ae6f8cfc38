/**
 * The pages of the console by route pattern (decision 6). A page is offered when
 * the policy allows the caller at least one of `anyOf` somewhere; an empty list
 * means everybody who is logged in. `ready` pages have a screen in this release:
 * the session never offers another.
 */
export interface Page {
  readonly pattern: string;
  readonly anyOf: readonly string[];
  readonly mode: 'console' | 'operator' | 'both';
  readonly ready: boolean;
}

const anyS3 = ['s3:*'];
const config = ['admin:ConfigUpdate'];
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
const tenant = '/namespaces/:tenantNamespace/tenants/:tenantName';

function page(pattern: string, anyOf: readonly string[], options: Partial<Page> = {}): Page {
  return { pattern, anyOf, mode: 'console', ready: false, ...options };
}

function operatorPage(pattern: string): Page {
  return page(pattern, [], { mode: 'operator' });
}

export const PAGES: readonly Page[] = [
  page('/dashboard', ['admin:ServerInfo']),
  page('/metrics', ['admin:ServerInfo']),
  page('/buckets', anyS3, { ready: true }),
  page('/buckets/*', anyS3, { ready: true }),
  page('/buckets/:bucketName/browse', anyS3, { ready: true }),
  page('/buckets/:bucketName/browse/*', anyS3, { ready: true }),
  page('/buckets/:bucketName/admin', anyS3, { ready: true }),
  page('/buckets/:bucketName/admin/*', anyS3, { ready: true }),
  page('/users', users),
  page('/users/:userName+', users),
  page('/groups', groups),
  page('/groups/:groupName+', groups),
  page('/policies', policies),
  page('/policies/*', policies),
  page('/account', []),
  page('/account/change-password', []),
  page('/settings', config),
  page('/settings/:option', config),
  page('/notification-endpoints', config),
  page('/notification-endpoints/add', config),
  page('/notification-endpoints/add/:service', config),
  page('/tiers', config),
  page('/tiers/add', config),
  page('/tiers/add/:service', config),
  page(
    '/tools',
    [
      'admin:ConsoleLog',
      'admin:ServerTrace',
      'admin:Heal',
      'admin:OBDInfo',
      's3:ListenBucketNotification',
    ],
    { ready: true },
  ),
  page('/tools/logs', ['admin:ConsoleLog']),
  page('/tools/audit-logs', ['admin:ConsoleLog']),
  page('/tools/trace', ['admin:ServerTrace']),
  page('/tools/watch', ['s3:ListenBucketNotification'], { ready: true }),
  page('/tools/heal', ['admin:Heal']),
  page('/tools/diagnostics', ['admin:OBDInfo']),
  page('/heal', ['admin:Heal']),
  page('/license', [], { mode: 'both' }),
  operatorPage('/tenants'),
  operatorPage('/tenants/add'),
  operatorPage('/tenants/add/*'),
  operatorPage(tenant),
  ...[
    'hop',
    'pods',
    'pods/:podName',
    'summary',
    'metrics',
    'pools',
    'volumes',
    'license',
    'security',
  ].map((sub) => operatorPage(`${tenant}/${sub}`)),
  operatorPage('/storage'),
  operatorPage('/storage/volumes'),
  operatorPage('/storage/drives'),
];
