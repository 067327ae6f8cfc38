import { endpoint } from '../endpoint.ts';
import { z } from '../zod.ts';
import { changeBody, configRight, readErrors, TargetName } from './configs.ts';

/** The configurations whose identity provider can be tried, and the steps of a try, in their order. */
export const IDENTITY_TEST_STEPS = {
  identity_openid: ['connection', 'discovery', 'issuer', 'keys', 'client', 'redirect'],
  identity_ldap: ['connection', 'lookup', 'users', 'groups', 'filters', 'user', 'memberships'],
} as const;
export type TestedIdentity = keyof typeof IDENTITY_TEST_STEPS;

/** What went wrong. The first ten are about the connection. */
export const IdentityTestFailure = z.enum([
  'name-not-found',
  'refused',
  'timeout',
  'unreachable',
  'certificate',
  'tls',
  'not-allowed',
  'protocol',
  'status',
  'too-large',
  'no-address',
  'not-discovery',
  'issuer-differs',
  'no-keys',
  'no-client',
  'client-refused',
  'redirect-unknown',
  // Of directories.
  'setting-wrong',
  'tls-required',
  'bind-refused',
  'base-missing',
  'filter-invalid',
  'user-missing',
  'user-ambiguous',
  'too-much',
  'directory-refused',
]);
export type IdentityTestFailure = z.infer<typeof IdentityTestFailure>;

/** One step of a try. */
export const IdentityTestStep = z.object({
  step: z.enum([
    ...new Set([...IDENTITY_TEST_STEPS.identity_openid, ...IDENTITY_TEST_STEPS.identity_ldap]),
  ]),
  /** `unknown` where the provider does not say. */
  state: z.enum(['passed', 'failed', 'unknown']),
  failure: IdentityTestFailure.optional(),
  /** What was looked at or found: the issuer, an address, an error code, a user's DN, their groups. */
  found: z.string().max(300).optional(),
});
export type IdentityTestStep = z.infer<typeof IdentityTestStep>;

const TestBody = changeBody.extend({
  /** Of a directory: somebody to look for, without their password. */
  login_name: z.string().max(1024).optional(),
});

export const testIdentity = endpoint({
  id: 'settings.testIdentity',
  method: 'POST',
  path: '/configs/{name}/test',
  summary: 'Try an identity provider from the console without saving; nobody logs in',
  permission: configRight,
  params: z.object({ name: z.enum(['identity_openid', 'identity_ldap']) }),
  /** Of a target that exists: what is not sent is what it has. Others are tried as they are sent. */
  query: z.object({ arn_resource_id: TargetName.optional() }),
  body: TestBody,
  response: z.object({
    /** Up to the first that keeps the others from being tried. */
    steps: z.array(IdentityTestStep),
  }),
  status: 200,
  errors: [...readErrors, 'TooManyTests'],
});
export type IdentityChange = z.output<typeof TestBody>;
