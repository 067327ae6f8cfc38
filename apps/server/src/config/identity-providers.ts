import { z } from 'zod';
import { ConfigError, readSettings, setting } from './setting.ts';

/** An OpenID provider through which users log in to the console. */
export interface IdentityProvider {
  /** Identifies it in URLs; 'openid' for the one whose variables have no suffix. */
  readonly name: string;
  /** The label of its button; undefined for the default. */
  readonly displayName?: string | undefined;
  /** Its issuer, or the URL of its discovery document. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
  /** The redirect URI; undefined for the address the browser uses. */
  readonly callback?: string | undefined;
  /** Whether logging out of the console also ends the session at the provider. */
  readonly logout?: boolean | undefined;
  /** The role at the storage server; undefined if policies come from a claim. */
  readonly roleArn?: string | undefined;
}

const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol));
const urlExpected = 'an address such as https://id.example.net/realms/main';
const text = z.string().max(1024);

/** The variables of one provider. Further providers use the same names with the suffix `_NAME`. */
export const PROVIDER_SETTINGS = {
  CONSOLE_IDP_URL: setting({
    schema: httpUrl,
    expected: urlExpected,
    help: 'An OpenID provider to log in at: its issuer, or the address of its discovery document. Further providers have _NAME after each of these variables.',
  }),
  CONSOLE_IDP_CLIENT_ID: setting({
    schema: text,
    expected: 'the client id that the provider knows the console by',
    help: 'The client id of the console at the provider.',
  }),
  CONSOLE_IDP_SECRET: setting({
    schema: text,
    expected: 'the secret of that client',
    secret: true,
    help: 'The client secret of the console at the provider. Without it the console is a public client.',
  }),
  CONSOLE_IDP_CALLBACK: setting({
    schema: httpUrl.refine((value) => new URL(value).pathname.endsWith('/oauth_callback')),
    expected: 'an address that ends in /oauth_callback',
    help: 'Where the provider sends browsers back to. Without it, to the address at which they reached the console.',
  }),
  CONSOLE_IDP_SCOPES: setting({
    schema: text.transform((value) => value.split(/[\s,]+/).filter((scope) => scope !== '')),
    expected: 'scopes, separated by commas',
    fallback: 'openid,profile,email',
    help: 'What the console asks the provider for. With offline_access sessions are renewed without a new login.',
  }),
  CONSOLE_IDP_ROLE_ARN: setting({
    schema: text.regex(/^arn:/),
    expected: 'a role such as arn:minio:iam:::role/name',
    help: 'The role of the storage server that users of the provider have, where it was set up with role policies.',
  }),
  CONSOLE_IDP_LOGOUT: setting({
    schema: z.enum(['on', 'off']),
    expected: 'on or off',
    fallback: 'off',
    help: 'Whether a logout from the console ends the login at the provider too, where it offers that.',
  }),
  CONSOLE_IDP_DISPLAY_NAME: setting({
    schema: text,
    expected: 'a text',
    help: 'What the button of the provider says.',
  }),
};

type Name = keyof typeof PROVIDER_SETTINGS;

const FIRST = 'CONSOLE_IDP_URL';
const MAX_PROVIDERS = 20;

/**
 * Reads the providers from the environment.
 * @throws ConfigError that names the first wrong or missing variable
 */
export function readIdentityProviders(
  env: Readonly<Record<string, string | undefined>>,
): readonly IdentityProvider[] {
  const suffixes = Object.keys(env)
    .filter((key) => env[key] && (key === FIRST || key.startsWith(`${FIRST}_`)))
    .map((key) => key.slice(FIRST.length))
    .sort();
  if (suffixes.length > MAX_PROVIDERS) {
    throw new ConfigError(`${FIRST}: expected at most ${MAX_PROVIDERS} providers.`);
  }
  return suffixes.map((suffix) => providerOf(suffix, env));
}

function providerOf(
  suffix: string,
  env: Readonly<Record<string, string | undefined>>,
): IdentityProvider {
  const name = suffix === '' ? 'openid' : suffix.slice(1).toLowerCase();
  if (!/^[a-z0-9_-]{1,64}$/.test(name)) {
    throw new ConfigError(`${FIRST}${suffix}: expected letters and digits after ${FIRST}_.`);
  }
  const named = Object.fromEntries(
    Object.entries(PROVIDER_SETTINGS).map(([key, value]) => [`${key}${suffix}`, value]),
  );
  const values = readSettings(named, env);
  const read = (key: Name) => values[`${key}${suffix}`] as string | undefined;
  const required = (key: Name): string => {
    const value = read(key);
    if (value !== undefined) return value;
    const { expected } = PROVIDER_SETTINGS[key];
    throw new ConfigError(`${key}${suffix} is not set: expected ${expected}.`);
  };
  return {
    name,
    url: required(FIRST),
    clientId: required('CONSOLE_IDP_CLIENT_ID'),
    clientSecret: read('CONSOLE_IDP_SECRET'),
    scopes: values[`CONSOLE_IDP_SCOPES${suffix}`] as unknown as readonly string[],
    callback: read('CONSOLE_IDP_CALLBACK'),
    logout: read('CONSOLE_IDP_LOGOUT') === 'on',
    roleArn: read('CONSOLE_IDP_ROLE_ARN'),
    displayName: read('CONSOLE_IDP_DISPLAY_NAME'),
  };
}
