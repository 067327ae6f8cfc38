import { endpoint, storage } from './endpoint.ts';
import { z } from './zod.ts';

/**
 * What is worth knowing afterwards about who came in. The names are stable: people
 * search for them. A revoked session was ended by its owner from elsewhere or by an
 * administrator, an expired one had its time, an ended one the console closed for the
 * `reason`. A refused password is a wrong present one, given to change it.
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

/** Characters of a name that are looked for. */
export const MAX_ACCOUNT_SEARCH = 128;
/** Events of a page. */
export const SECURITY_PAGE_SIZE = 100;

export const SecurityEvent = z.object({
  /** Names the event, and orders it among the others. */
  id: z.int(),
  at: z.iso.datetime(),
  event: z.enum(SECURITY_EVENTS),
  /** As it was typed in at a login: no account of this name needs to be there. */
  account: z.string(),
  /** Where it came from; '' where nobody asked for it. */
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
    /** A part of the account’s name, in whatever case. */
    account: z
      .string()
      .max(MAX_ACCOUNT_SEARCH)
      .regex(/^\P{Cc}*$/u, 'must hold no control characters')
      .optional(),
    event: z.enum(SECURITY_EVENTS).optional(),
    /** Goes on where an earlier page ended. */
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
