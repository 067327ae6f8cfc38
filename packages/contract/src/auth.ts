import { CAPABILITIES } from '@stowage/domain/capabilities';
import { anyone, endpoint, session } from './endpoint.ts';
import { NewSecretKey } from './identity/principals.ts';
import { storageErrors } from './storage-errors.ts';
import { z } from './zod.ts';

/** Login screen layouts; 'unknown' is the browser's state before the answer arrives. */
export const LoginStrategy = z.enum(['form', 'redirect', 'service-account']);
export type LoginStrategy = z.infer<typeof LoginStrategy>;

/** With `action`, `resource` and `condition` as in the policy. */
const PolicyStatement = z.looseObject({ effect: z.string() });

export const SessionPolicy = z.object({
  version: z.string(),
  statement: z.array(PolicyStatement),
});

/**
 * The logged-in account and what the shell may show. `pages` contains route patterns of pages.ts.
 */
export const SessionInfo = z.object({
  status: z.literal('ok'),
  pages: z.array(z.string()),
  features: z.array(z.string()),
  operator: z.boolean(),
  /**
   * Whether features that need several drives are available: false only on a MinIO server with one
   * drive.
   */
  distributedMode: z.boolean(),
  /**
   * The storage server's features; a bucket's `allowedActions` already exclude unsupported ones.
   */
  capabilities: z.record(z.enum(CAPABILITIES), z.boolean()),
  policy: SessionPolicy,
  /** Admin API actions that the policies may allow; a condition may still deny one. */
  allowedActions: z.array(z.string()),
  accountName: z.string(),
  /**
   * The user's name at the provider or in the directory, when `accountName` is not meaningful to
   * people.
   */
  loginName: z.string().optional(),
  storageHost: z.string(),
  uploads: z.int(),
  downloads: z.int(),
  /**
   * Seconds until the session ends regardless of activity; relative because browser clocks are
   * unreliable.
   */
  endsIn: z.int(),
  /** Idle timeout of the session, in seconds. */
  idleSeconds: z.int(),
  /**
   * Whether saved settings need a restart of the storage server; only sent to those who may restart
   * it.
   */
  restartNeeded: z.boolean().optional(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const getLoginStrategy = endpoint({
  id: 'auth.getLoginStrategy',
  method: 'GET',
  path: '/login',
  summary: 'Which layout the login screen has',
  permission: anyone('the login screen asks before anybody is logged in'),
  response: z.object({
    loginStrategy: LoginStrategy,
    /** The login address of the first provider. */
    redirect: z.string().optional(),
    /** The available providers, each with its login address. */
    providers: z
      .array(
        z.object({ name: z.string(), displayName: z.string().optional(), redirect: z.string() }),
      )
      .optional(),
    storageHost: z.string().optional(),
    version: z.string().optional(),
    sessionHours: z.number().optional(),
    keptSessionHours: z.number().optional(),
  }),
  status: 200,
  errors: [],
});

export const login = endpoint({
  id: 'auth.login',
  method: 'POST',
  path: '/login',
  summary: 'Log in with username and password',
  permission: anyone('this is how a session begins'),
  body: z.object({
    accessKey: z.string().min(1).max(1024),
    secretKey: z.string().min(1).max(1024),
    /** Required with temporary keys. */
    sessionToken: z.string().min(1).max(16_384).optional(),
    /** Lets the server keep the password, encrypted, to renew the session. */
    keepSignedIn: z.boolean().default(false),
  }),
  response: z.object({ sessionId: z.string() }),
  status: 201,
  errors: [
    'InvalidInput',
    'InvalidLogin',
    'TooManyAttempts',
    'StorageUnreachable',
    'StorageTimeout',
  ],
});

/**
 * Redirects the browser to a provider, with a cookie that binds the login to it. Errors are
 * reported to the callback page.
 */
export const beginSignOn = endpoint({
  id: 'auth.beginSignOn',
  method: 'GET',
  path: '/login/openid/{provider}',
  summary: 'Begin a login at an identity provider',
  permission: anyone('this is how a session begins'),
  params: z.object({ provider: z.string().regex(/^[a-z0-9_-]{1,64}$/, 'must name a provider') }),
  response: 'bytes',
  status: 302,
  errors: ['InvalidInput'],
});

export const finishSignOn = endpoint({
  id: 'auth.finishSignOn',
  method: 'POST',
  path: '/login/oauth2/auth',
  summary: 'Log in with what an identity provider sent the browser back with',
  permission: anyone('this is how a session begins'),
  body: z.object({
    code: z.string().min(1).max(8192),
    state: z.string().min(1).max(1024),
    /** Identifies the provider, if it sends this (RFC 9207). */
    iss: z.string().max(2048).optional(),
  }),
  response: z.object({
    sessionId: z.string(),
    /** The user's display name. */
    accountName: z.string(),
  }),
  status: 201,
  errors: [
    'InvalidInput',
    'SignOnFailed',
    'ProviderUnreachable',
    'StorageUnreachable',
    'StorageTimeout',
    'StorageFailed',
  ],
});

export const logout = endpoint({
  id: 'auth.logout',
  method: 'POST',
  path: '/logout',
  summary: 'End the session',
  permission: anyone('ending a session that has ended already is no error'),
  response: z.object({
    /**
     * The address where the browser also ends the login at its identity provider, if that is
     * configured.
     */
    redirect: z.string().optional(),
  }),
  status: 200,
  errors: [],
});

export const getSession = endpoint({
  id: 'auth.getSession',
  method: 'GET',
  path: '/session',
  summary: 'Who is logged in, and which pages and features are open to them',
  permission: session,
  response: SessionInfo,
  status: 200,
  errors: ['SessionRequired', 'StorageUnreachable', 'StorageTimeout'],
});

export const SessionId = z.string().regex(/^[0-9a-f]{64}$/, 'must be the id of a session');

/** A place where the account is logged in. */
export const OpenSession = z.object({
  /** Identifies the session; it grants no access. */
  id: SessionId,
  /** Whether the call was made with this session. */
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listSessions = endpoint({
  id: 'auth.listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'The open sessions of the account, the one used last first',
  permission: session,
  response: z.object({ sessions: z.array(OpenSession) }),
  status: 200,
  errors: ['SessionRequired'],
});

export const endOneSession = endpoint({
  id: 'auth.endOneSession',
  method: 'DELETE',
  path: '/sessions/{session}',
  summary: 'End one session of the account',
  permission: session,
  params: z.object({ session: SessionId }),
  response: null,
  status: 204,
  errors: ['SessionRequired', 'InvalidInput', 'NotFound'],
});

export const endSessions = endpoint({
  id: 'auth.endSessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'End every session of the account, this one too',
  permission: session,
  response: z.object({ ended: z.int() }),
  status: 200,
  errors: ['SessionRequired'],
});

export const changePassword = endpoint({
  id: 'auth.changePassword',
  method: 'POST',
  path: '/account/change-password',
  summary: 'Change the password of the own account; its other sessions end',
  permission: session,
  body: z.object({
    current_secret_key: z.string().min(1).max(1024),
    new_secret_key: NewSecretKey,
  }),
  response: null,
  status: 201,
  errors: [
    ...storageErrors,
    'InvalidInput',
    'WrongPassword',
    'TooManyAttempts',
    'ManagedElsewhere',
    'NotSupported',
  ],
});

export const confirmPassword = endpoint({
  id: 'auth.confirmPassword',
  method: 'POST',
  path: '/session/confirm',
  summary: 'Enter the password again, so that the session may destroy for another 15 minutes',
  permission: session,
  body: z.object({ secretKey: z.string().min(1).max(1024) }),
  response: null,
  status: 204,
  errors: [
    'SessionRequired',
    'InvalidInput',
    'WrongPassword',
    'TooManyAttempts',
    'NotSupported',
    'StorageUnreachable',
    'StorageTimeout',
  ],
});
