import { readSettings, SettingsError } from '@stowage/directory/settings';
import { ENABLE, text } from './notify-subsystems.ts';
import { onOff } from './on-off.ts';
import { COMMENT, type Subsystem } from './subsystem.ts';
import { checkDuration, checkOneOf, checkText } from './value-checks.ts';

const LIST = { type: 'list' } as const;

/** Users and groups of an LDAP directory; docs/guides/sign-on.md explains the keys. */
export const LDAP: Subsystem = {
  name: 'identity_ldap',
  description: 'login with LDAP or Active Directory',
  dynamic: false,
  keys: [
    { ...ENABLE, description: 'whether users can log in this way' },
    text('server_addr', 'host and port of the directory, such as ldap.example.com:636', {
      type: 'address',
      required: true,
      problem: checkText(1024, /^[^\s/@?#]+$/),
    }),
    text('srv_record_name', 'whether DNS names the server: ldap, ldaps, or on for the whole name', {
      problem: checkOneOf(['ldap', 'ldaps', 'on']),
    }),
    text('lookup_bind_dn', 'DN of the account that searches for users and groups', {
      required: true,
    }),
    text('lookup_bind_password', 'password of the lookup account', { secret: true }),
    text(
      'user_dn_search_base_dn',
      '";" separated list of base DNs under which users are, such as ou=people,dc=example,dc=com',
      { ...LIST, required: true },
    ),
    text('user_dn_search_filter', 'filter that finds a user by login name, such as (uid=%s)', {
      required: true,
    }),
    text(
      'user_dn_attributes',
      '"," separated list of attributes that session tokens contain',
      LIST,
    ),
    text('group_search_base_dn', '";" separated list of base DNs to search for groups', LIST),
    text(
      'group_search_filter',
      'filter that finds the groups of a user by DN (%d) or login name (%s), such as (&(objectClass=groupOfNames)(member=%d))',
    ),
    {
      key: 'sts_expiry',
      default: '1h',
      type: 'duration',
      description: 'how long credentials of a login are valid where the client does not say',
      problem: checkDuration('15m', '8760h'),
    },
    onOff('tls_skip_verify', 'whether any certificate of the directory is accepted'),
    onOff('server_insecure', 'whether the directory is reached without TLS'),
    onOff('server_starttls', 'whether TLS begins on a connection without it (StartTLS)'),
    COMMENT,
  ],
  problem: (values) => {
    try {
      readSettings(values);
      return undefined;
    } catch (error) {
      if (error instanceof SettingsError) return `${error.key}: ${error.message}`;
      throw error;
    }
  },
};
