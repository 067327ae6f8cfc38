import { endpoint } from '../endpoint.ts';
import { z } from '../zod.ts';
import { changeBody, configRight, readErrors, TargetName } from './configs.ts';

/** The configurations whose identity provider can be tested, with the steps of a test in order. */
export const IDENTITY_TEST_STEPS = {
  identity_openid: ['connection', 'discovery', 'issuer', 'keys', 'client', 'redirect'],
  identity_ldap: ['connection', 'lookup', 'users', 'groups', 'filters', 'user', 'memberships'],
} as const;
export type TestedIdentity = keyof typeof IDENTITY_TEST_STEPS;

/** Why a step failed. The first ten concern the connection. */
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
  // Specific to directories.
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

/** One step of a test. */
export const IdentityTestStep = z.object({
  step: z.enum([
    ...new Set([...IDENTITY_TEST_STEPS.identity_openid, ...IDENTITY_TEST_STEPS.identity_ldap]),
  ]),
  /** `unknown` if the provider gives no information. */
  state: z.enum(['passed', 'failed', 'unknown']),
  failure: IdentityTestFailure.optional(),
  /**
   * What was checked or found: the issuer, an address, an error code, a user's DN, their groups.
   */
  found: z.string().max(300).optional(),
});
export type IdentityTestStep = z.infer<typeof IdentityTestStep>;

const TestBody = changeBody.extend({
  /** For a directory: a user to look up, without their password. */
  login_name: z.string().max(1024).optional(),
});

export const testIdentity = endpoint({
  id: 'settings.testIdentity',
  method: 'POST',
  path: '/configs/{name}/test',
  summary: 'Try an identity provider from the console without saving; nobody logs in',
  permission: configRight,
  params: z.object({ name: z.enum(['identity_openid', 'identity_ldap']) }),
  /**
   * An existing target, whose stored values replace omitted ones. Others are tested with the given
   * values only.
   */
  query: z.object({ arn_resource_id: TargetName.optional() }),
  body: TestBody,
  response: z.object({
    /** Ends with the first step that prevents the following ones. */
    steps: z.array(IdentityTestStep),
  }),
  status: 200,
  errors: [...readErrors, 'TooManyTests'],
});
export type IdentityChange = z.output<typeof TestBody>;
