import {
  IAM_PARTS,
  type IamPreviewEntry,
  MAX_NAMED_ENTRIES,
} from '@stowage/contract/identity/iam-transfer';
import type { IamArchive, IamArchiveEntries } from '@stowage/storage-client/iam-archive';
import { revisionOf } from '../../../changes/revision.ts';

type Entry = Readonly<Record<string, unknown>>;
type Difference = IamPreviewEntry['differences'][number];

/** The compared content of each kind of entry; unreadable content is compared verbatim. */
const FACTS: Readonly<
  Record<(typeof IAM_PARTS)[number], (entry: Entry) => Partial<Record<Difference, unknown>>>
> = {
  policies: (entry) => ({ policy: unordered(entry) }),
  users: ({ secretKey, status }) => ({ secret: secretKey, status: isEnabled(status) }),
  groups: ({ members, status }) => ({ members: sorted(members), status: isEnabled(status) }),
  serviceAccounts: (entry) => ({
    secret: entry.secretKey,
    status: isEnabled(entry.status),
    parent: entry.parent,
    policy: unordered(entry.boundPolicies ?? entry.sessionPolicy ?? null),
    expiration: expirationOf(entry),
    name: [entry.name ?? '', entry.description ?? ''],
  }),
  userPolicies: ({ policy }) => ({ policy: policyNames(policy) }),
  groupPolicies: ({ policy }) => ({ policy: policyNames(policy) }),
  stsPolicies: ({ policy }) => ({ policy: policyNames(policy) }),
};

const OF_USERS: ReadonlySet<string> = new Set(['users', 'userPolicies']);

/**
 * Returns the effect of an import compared with the server's current state; undefined if the caller
 * may not read that.
 * @param account the caller, who may be the root user, whom no archive contains
 */
export function previewImport(
  archive: IamArchive,
  current: IamArchive | undefined,
  account: string,
) {
  let unchanged = 0;
  const isKnown = (user: string) =>
    current === undefined ||
    [current, archive].some(({ users }) => users.has(user)) ||
    user === account;
  const entries = IAM_PARTS.flatMap((part) =>
    [...archive[part]].flatMap(([name, entry]): IamPreviewEntry[] => {
      const { change, differences } = compare(part, entry, current?.[part], name);
      if (change === 'same') {
        unchanged += 1;
        return [];
      }
      const isOwn = OF_USERS.has(part) && name === account;
      const note = part === 'serviceAccounts' ? noteOf(entry, isKnown) : isOwn && 'ownAccount';
      return [{ part, name, change, differences, ...(note && { note }) }];
    }),
  );
  return {
    entries: entries.slice(0, MAX_NAMED_ENTRIES),
    changing: entries.length,
    unchanged,
  };
}

function compare(
  part: (typeof IAM_PARTS)[number],
  entry: Entry,
  there: IamArchiveEntries | undefined,
  name: string,
): { change: IamPreviewEntry['change'] | 'same'; differences: Difference[] } {
  if (part === 'policies' && isEmptyPolicy(entry)) return { change: 'removed', differences: [] };
  if (there === undefined) return { change: 'unknown', differences: [] };
  const before = there.get(name);
  if (before === undefined) return { change: 'added', differences: [] };
  const [now, then] = [FACTS[part](before), FACTS[part](entry)];
  // An import adds members to a group and removes none.
  if (part === 'groups') then.members = sorted([now.members, then.members].flat());
  const names = Object.keys(then) as Difference[];
  const differences = names.filter((fact) => revisionOf(now[fact]) !== revisionOf(then[fact]));
  return { change: differences.length === 0 ? 'same' : 'changed', differences };
}

function noteOf(entry: Entry, isKnown: (user: string) => boolean): IamPreviewEntry['note'] {
  const expiration = expirationOf(entry);
  if (expiration !== 0 && expiration <= Date.now()) return 'expired';
  if (!isKnown(String(entry.parent ?? '')) && !isOfProvider(entry)) return 'noParent';
  return isEnabled(entry.status) ? undefined : 'enabled';
}

/** Whether a key belongs to a user from an identity provider. */
function isOfProvider({ identity, claims }: Entry): boolean {
  const isLdap = typeof claims === 'object' && claims !== null && 'ldapUser' in claims;
  return isLdap || identity !== undefined;
}

/** MinIO exports a removed policy like this. */
function isEmptyPolicy({ Version = '', Statement }: Entry): boolean {
  const isEmpty = Array.isArray(Statement) ? Statement.length === 0 : !Statement;
  return Version === '' && isEmpty;
}

function isEnabled(status: unknown): boolean {
  return status !== 'off' && status !== 'disabled';
}

/** 0 for never, which is written in several ways. */
function expirationOf({ expiration }: Entry): number {
  const time = Date.parse(String(expiration ?? ''));
  return Number.isNaN(time) || time < 0 ? 0 : time;
}

/**
 * The order of a policy's actions and resources varies in MinIO, and '*' of the latter is written
 * as '**'.
 */
function unordered(value: unknown): unknown {
  if (value === '**') return '*';
  if (Array.isArray(value)) {
    const isSet = value.every((one) => typeof one === 'string');
    const items = value.map(unordered);
    return isSet ? items.toSorted() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unordered(one)]));
}

function sorted(list: unknown): unknown {
  return Array.isArray(list) ? [...new Set(list.map(String))].sort() : [];
}

function policyNames(names: unknown): unknown {
  return sorted(
    String(names ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
}
