import { ENABLE, text } from './notify-subsystems.ts';
import { onOff } from './on-off.ts';
import { COMMENT, type Subsystem } from './subsystem.ts';
import { checkDuration, checkText } from './value-checks.ts';

/** Says of a subsystem that this release checks and keeps what is set, and does no more. */
const kept = (description: string) => `${description} (kept and checked; without effect so far)`;

export const LDAP: Subsystem = {
  name: 'identity_ldap',
  description: kept('login with LDAP or Active Directory'),
  dynamic: false,
  keys: [
    { ...ENABLE, description: 'whether users log in this way' },
    text('server_addr', 'host and port of the directory, such as ldap.example.com:636', {
      type: 'address',
      required: true,
      problem: checkText(1024, /^[^\s/@?#]+$/),
    }),
    text('username_format', 'names under which users bind, such as uid=%s,cn=users', {
      type: 'list',
      required: true,
    }),
    text('username_search_filter', 'filter that finds a user', { required: true }),
    text('group_search_filter', 'filter that finds the groups of a user', { required: true }),
    text('username_search_base_dn', 'where users are looked for', { type: 'list' }),
    text('group_name_attribute', 'attribute that holds the name of a group'),
    {
      key: 'sts_expiry',
      default: '1h',
      type: 'duration',
      description: 'how long credentials of a login are valid',
      problem: checkDuration('15m', '8760h'),
    },
    onOff('tls_skip_verify', 'whether any certificate of the directory is accepted'),
    onOff('server_insecure', 'whether the directory is reached without TLS'),
    COMMENT,
  ],
};

/** What the documents name and this release keeps for one that acts on it. */
export const KEPT_SUBSYSTEMS: readonly Subsystem[] = [LDAP];

/** What only a cluster has, and why. */
export const CLUSTER_SUBSYSTEMS: ReadonlyMap<string, string> = new Map([
  [
    'cache',
    'The embedded store has no cache drives: its data is on local drives already. Only a cluster behind slower storage has them.',
  ],
  [
    'etcd',
    'The embedded store keeps identities on its own drives. Only a cluster shares them through etcd.',
  ],
]);
