import { checkUrl, ENABLE, text } from './notify-subsystems.ts';
import { onOff } from './on-off.ts';
import { COMMENT, type Subsystem } from './subsystem.ts';
import { checkText } from './value-checks.ts';

const DEFAULT_CLAIM = 'policy';
/** Comma-separated values without blanks. */
const LIST = /^[^\s,"\p{Cc}]+(,[^\s,"\p{Cc}]+)*$/u;

/**
 * Settings for clients that send users to the provider: this store only accepts tokens, and signs
 * nothing with the secret.
 */
const forClients = (description: string) =>
  `${description}; for clients only, not used by this store`;

/** Login with OpenID Connect (docs/guides/sign-on.md). */
export const OPENID: Subsystem = {
  name: 'identity_openid',
  description: 'login with OpenID Connect',
  dynamic: true,
  multipleTargets: true,
  keys: [
    { ...ENABLE, description: 'whether users can log in this way' },
    text('display_name', forClients('name of the provider for people')),
    text('config_url', 'URL of the discovery document of the provider', {
      type: 'url',
      required: true,
      problem: checkUrl,
    }),
    text('client_id', 'client ID of this server at the provider', { required: true }),
    text('client_secret', forClients('secret of the client'), { secret: true }),
    text('role_policy', 'policies of all who log in with this provider, separated by commas', {
      type: 'csv',
      problem: checkText(4096, LIST),
    }),
    text('claim_name', 'claim that names the policies of a user', { default: DEFAULT_CLAIM }),
    text('claim_prefix', 'prefix of the name of the claim'),
    onOff('claim_userinfo', 'whether claims come from the userinfo endpoint too'),
    text('scopes', forClients('scopes to ask for, separated by commas'), {
      type: 'csv',
      problem: checkText(4096, LIST),
    }),
    text('redirect_uri', forClients('address to which the provider sends users back'), {
      type: 'url',
      problem: checkUrl,
    }),
    onOff('redirect_uri_dynamic', forClients('whether that address follows the Host header')),
    text('user_readable_claim', 'claim with the name of a user that lists of access keys show'),
    text('user_id_claim', 'claim with the ID of a user in these lists', { default: 'sub' }),
    COMMENT,
  ],
  problem: ({ role_policy: role = '', claim_name: claim = '' }) =>
    role !== '' && claim !== '' && claim !== DEFAULT_CLAIM
      ? 'role_policy and claim_name do not go together: policies come from one of them'
      : undefined,
};
