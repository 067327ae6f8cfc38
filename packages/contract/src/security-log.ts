import { endpoint, storage } from './endpoint.ts';
import { z } from './zod.ts';

/**
 * Security-relevant events of logins and sessions. The names are stable because people search for
 * them. A revoked session was ended from another session of its owner or by an administrator; an
 * expired one reached its time limit; an ended one was closed by the console for the `reason`. A
 * refused password is an incorrect current password on a password change.
 */
export const SECURITY_EVENTS = [
  'login.succeeded',
  'login.failed',
  'logout',
  'session.revoked',
  'session.expired',
  'session.ended',
  'password.changed',
  'password.refused',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

/** Maximum length of a name search, in characters. */
export const MAX_ACCOUNT_SEARCH = 128;
/** Events per page. */
export const SECURITY_PAGE_SIZE = 100;

export const SecurityEvent = z.object({
  /** Identifies and orders the events. */
  id: z.int(),
  at: z.iso.datetime(),
  event: z.enum(SECURITY_EVENTS),
  /** As typed at login: no such account has to exist. */
  account: z.string(),
  /** The client address; '' if no client was involved. */
  address: z.string(),
  reason: z.string(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const listSecurityEvents = endpoint({
  id: 'securityLog.list',
  method: 'GET',
  path: '/security-log',
  summary: 'Logins, refused logins and ends of sessions on this console, the newest first',
  permission: storage('admin:ListUsers'),
  query: z.object({
    /** Part of the account’s name, case-insensitive. */
    account: z
      .string()
      .max(MAX_ACCOUNT_SEARCH)
      .regex(/^\P{Cc}*$/u, 'must hold no control characters')
      .optional(),
    event: z.enum(SECURITY_EVENTS).optional(),
    /** Continues from the end of a previous page. */
    before: z.coerce.number().int().min(1).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(SECURITY_PAGE_SIZE),
  }),
  response: z.object({
    events: z.array(SecurityEvent),
    /** For `before`; absent at the end of the list. */
    next: z.int().optional(),
  }),
  status: 200,
  errors: [
    'SessionRequired',
    'InvalidInput',
    'AccessDenied',
    'StorageUnreachable',
    'StorageTimeout',
  ],
});
