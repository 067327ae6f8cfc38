import type { DeclaredField } from '#web/entities/config/config-fields.ts';

/** The configurations that have a tile, in display order. */
export const TILES = [
  'region',
  'cache',
  'compression',
  'api',
  'heal',
  'scanner',
  'etcd',
  'identity_openid',
  'identity_ldap',
  'logger_webhook',
  'audit_webhook',
] as const;
export type Tile = (typeof TILES)[number];

const webhook: readonly DeclaredField[] = [
  { key: 'endpoint', required: true },
  { key: 'auth_token', kind: 'secret', required: true },
];

/** The fields of the tiles' forms. A server's other settings of a configuration come after them. */
const FORMS: Readonly<Record<Tile, readonly DeclaredField[]>> = {
  region: [{ key: 'name', required: true }, { key: 'comment' }],
  cache: [
    { key: 'drives', kind: 'list', required: true },
    { key: 'expiry', kind: 'number' },
    { key: 'quota', kind: 'number' },
    { key: 'exclude', kind: 'list' },
    { key: 'after', kind: 'number' },
    { key: 'watermark_low', kind: 'number' },
    { key: 'watermark_high', kind: 'number' },
    { key: 'comment' },
  ],
  compression: [
    { key: 'extensions', kind: 'list' },
    { key: 'mime_types', kind: 'list' },
  ],
  api: [
    { key: 'requests_max', kind: 'number' },
    { key: 'cors_allow_origin', kind: 'list' },
    { key: 'replication_workers', kind: 'number', default: '100' },
    { key: 'replication_failed_workers', kind: 'number', default: '4' },
  ],
  heal: [
    { key: 'bitrotscan', kind: 'switch' },
    { key: 'max_sleep', kind: 'duration' },
    { key: 'max_io', kind: 'number' },
  ],
  scanner: [
    { key: 'delay', default: '10.0' },
    { key: 'max_wait', kind: 'duration', default: '15s' },
    { key: 'cycle', kind: 'duration', default: '1m' },
  ],
  etcd: [
    { key: 'endpoints', kind: 'list', required: true },
    { key: 'path_prefix' },
    { key: 'coredns_path', default: '/skydns' },
    { key: 'client_cert' },
    { key: 'client_cert_key' },
    { key: 'comment' },
  ],
  identity_openid: [
    { key: 'config_url' },
    { key: 'client_id' },
    { key: 'client_secret', kind: 'secret' },
    { key: 'claim_name' },
    { key: 'claim_prefix' },
    { key: 'claim_userinfo', kind: 'switch' },
    { key: 'redirect_uri' },
    { key: 'scopes' },
  ],
  identity_ldap: [
    { key: 'server_addr', required: true },
    { key: 'username_format', kind: 'list', required: true },
    { key: 'username_search_filter', required: true },
    { key: 'group_search_filter', required: true },
    { key: 'username_search_base_dn', kind: 'list' },
    { key: 'group_name_attribute' },
    { key: 'sts_expiry', kind: 'duration', default: '1h' },
    { key: 'tls_skip_verify', kind: 'switch', default: 'off' },
    { key: 'server_insecure', kind: 'switch', default: 'off' },
    { key: 'comment' },
  ],
  logger_webhook: webhook,
  audit_webhook: webhook,
};

export function isTile(name: string): name is Tile {
  return TILES.some((tile) => tile === name);
}

/** Returns the fields known for a configuration before the server responds. */
export function declaredFields(name: string): readonly DeclaredField[] {
  return isTile(name) ? FORMS[name] : [];
}

export const GROUPS = ['server', 'storage', 'identity', 'logs', 'notifications'] as const;
export type Group = (typeof GROUPS)[number];

/** Returns the group that lists a configuration without a tile. */
export function groupOf(name: string): Group {
  if (/^(notify|lambda)_/.test(name)) return 'notifications';
  if (/^(identity|policy)_/.test(name)) return 'identity';
  if (/^(logger|audit)_/.test(name)) return 'logs';
  return /^(storage_class|drive|ilm|batch)$/.test(name) ? 'storage' : 'server';
}
