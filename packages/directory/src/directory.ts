import type { Entry } from 'ldapts';
import { type Conversation, converse } from './conversation.ts';
import type { Reach } from './dial.ts';
import { DirectoryError } from './directory-error.ts';
import { isWithin, normalizeDn, parseDn } from './dn.ts';
import { type DirectorySettings, fillFilter } from './settings.ts';

/** A user in the directory. */
export interface DirectoryUser {
  /** Normalised: equal DNs are equal strings. */
  readonly dn: string;
  /** The DN as returned by the directory. */
  readonly actualDn: string;
  /**
   * The login name as returned by the directory, or as requested if the directory does not return
   * it.
   */
  readonly name: string;
  /** The values of the requested attributes. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Normalised DNs of the groups. */
  readonly groups: readonly string[];
}

const MAX_NAME = 1024;
const MAX_GROUPS = 5000;
const MAX_VALUES = 100;
const MAX_VALUE_LENGTH = 1024;
const USER_KEYS = { base: 'user_dn_search_base_dn', filter: 'user_dn_search_filter' };
const GROUP_KEYS = { base: 'group_search_base_dn', filter: 'group_search_filter' };
const ANY = '(objectClass=*)';
/**
 * A name that no user has: a search for it still shows whether the directory accepts the filter.
 */
const NOBODY = 'stowage-0b8d6f3c-nobody';

/** A directory of users and groups, queried over LDAP; each query uses its own connection. */
export class Directory {
  readonly settings: DirectorySettings;
  readonly #reach: Reach;

  constructor(settings: DirectorySettings, reach: Reach = {}) {
    this.settings = settings;
    this.#reach = reach;
  }

  /**
   * Tests everything that a login needs, except the user's password.
   *
   * @throws DirectoryError
   */
  check(): Promise<void> {
    return this.#ask(async (conversation) => {
      const { users, groups } = this.settings;
      await this.#checkBases(conversation, users.bases, USER_KEYS);
      await this.#checkBases(conversation, groups?.bases ?? [], GROUP_KEYS);
      await this.#search(conversation, NOBODY);
      await this.#groupsOf(conversation, { name: NOBODY, dn: `cn=${NOBODY}` });
    });
  }

  /**
   * Logs a user in: finds the user, checks the password, finds the groups.
   *
   * @throws DirectoryError user-missing, user-ambiguous, password-wrong, and those of `check`
   */
  login(name: string, password: string): Promise<DirectoryUser> {
    // An LDAP bind without a password is anonymous, and directories may accept it.
    if (password === '' || password.length > MAX_NAME) {
      return Promise.reject(new DirectoryError('password-wrong', 'password'));
    }
    return this.#ask(async (conversation) => {
      const user = await this.#require(conversation, name);
      const refusal = new DirectoryError('password-wrong', 'password');
      await conversation.bind(user.actualDn, password, refusal);
      await this.#lookupBind(conversation);
      return this.#withGroups(conversation, user);
    });
  }

  /**
   * Looks up a user by login name.
   *
   * @throws DirectoryError user-missing, user-ambiguous, and those of `check`
   */
  find(name: string): Promise<DirectoryUser> {
    return this.#ask(async (conversation) =>
      this.#withGroups(conversation, await this.#require(conversation, name)),
    );
  }

  /**
   * Looks up several users by DN in one conversation.
   *
   * @param known the login name of each, for use in the filters; '' if only the DN matters
   * @returns undefined for users who no longer exist, are not under a base DN, or no longer match
   *    the user filter with their name: they could not log in either
   * @throws DirectoryError
   */
  findByDn(
    known: readonly { readonly dn: string; readonly name: string }[],
  ): Promise<readonly (DirectoryUser | undefined)[]> {
    return this.#ask(async (conversation) => {
      const { bases } = this.settings.users;
      const found: (DirectoryUser | undefined)[] = [];
      for (const { dn, name } of known) {
        const user = isUnder(dn, bases) ? await this.#userAt(conversation, dn, name) : undefined;
        found.push(user && (await this.#withGroups(conversation, user)));
      }
      return found;
    });
  }

  /**
   * Returns the normalised DN of an existing group under a base DN.
   *
   * @throws DirectoryError
   */
  findGroup(dn: string): Promise<string | undefined> {
    const bases = this.settings.groups?.bases ?? [];
    if (!isUnder(dn, bases)) return Promise.resolve(undefined);
    return this.#ask(async (conversation) => {
      const entry = await entryAt(conversation, { base: dn, filter: ANY, attributes: [] });
      return entry && dnOf(entry);
    });
  }

  /** Whether a text is a DN under one of the users' base DNs. */
  isUserDn(text: string): boolean {
    return isUnder(text, this.settings.users.bases);
  }

  #ask<Result>(work: (conversation: Conversation) => Promise<Result>): Promise<Result> {
    return converse(this.settings, this.#reach, async (conversation) => {
      await this.#lookupBind(conversation);
      return work(conversation);
    });
  }

  #lookupBind(conversation: Conversation): Promise<void> {
    const { dn, password } = this.settings.lookup;
    return conversation.bind(dn, password, new DirectoryError('bind-refused', 'lookup_bind_dn'));
  }

  async #checkBases(
    conversation: Conversation,
    bases: readonly string[],
    keys: typeof USER_KEYS,
  ): Promise<void> {
    for (const base of bases) {
      const question = { base, scope: 'base', filter: ANY, attributes: [] } as const;
      const entries = await conversation.search({ ...question, most: 1, keys });
      if (entries.length === 0) throw new DirectoryError('base-dn-missing', keys.base, base);
    }
  }

  async #require(conversation: Conversation, name: string): Promise<DirectoryUser> {
    const [user, ...others] = await this.#search(conversation, name);
    if (user === undefined) throw new DirectoryError('user-missing', USER_KEYS.filter);
    if (others.length > 0) throw new DirectoryError('user-ambiguous', USER_KEYS.filter);
    return user;
  }

  async #search(conversation: Conversation, name: string): Promise<DirectoryUser[]> {
    if (name === '' || name.length > MAX_NAME) return [];
    const { users } = this.settings;
    const attributes = [...new Set([...users.attributes, ...users.nameAttributes])];
    const found: Entry[] = [];
    for (const base of users.bases) {
      const question = { base, scope: 'sub', attributes, most: 2, keys: USER_KEYS } as const;
      const filter = fillFilter(users.filter, { name, dn: '' });
      found.push(...(await searchFew(conversation, { ...question, filter })));
    }
    return found.map((entry) => this.#userOf(entry, name));
  }

  async #userAt(
    conversation: Conversation,
    dn: string,
    name: string,
  ): Promise<DirectoryUser | undefined> {
    const { filter, attributes } = this.settings.users;
    const entry = await entryAt(conversation, {
      base: dn,
      filter: name === '' ? ANY : fillFilter(filter, { name, dn: '' }),
      attributes,
    });
    return entry && { ...this.#userOf(entry, name), name };
  }

  #userOf({ dn: actualDn, ...values }: Entry, asked: string): DirectoryUser {
    const { attributes: wanted, nameAttributes } = this.settings.users;
    const shown = Object.entries(textsOf(values));
    const isAmong = (names: readonly string[], type: string) =>
      names.some((name) => name.toLowerCase() === type.toLowerCase());
    const names = shown.flatMap(([type, texts]) => (isAmong(nameAttributes, type) ? texts : []));
    return {
      dn: dnOf({ dn: actualDn }),
      actualDn,
      name: names.find((name) => foldName(name) === foldName(asked)) ?? names[0] ?? asked,
      attributes: Object.fromEntries(shown.filter(([type]) => isAmong(wanted, type))),
      groups: [],
    };
  }

  async #withGroups(conversation: Conversation, user: DirectoryUser): Promise<DirectoryUser> {
    return {
      ...user,
      groups: await this.#groupsOf(conversation, { name: user.name, dn: user.actualDn }),
    };
  }

  async #groupsOf(
    conversation: Conversation,
    user: { readonly name: string; readonly dn: string },
  ): Promise<string[]> {
    const { bases = [], filter = '' } = this.settings.groups ?? {};
    const names = new Set<string>();
    for (const base of bases) {
      const entries = await conversation.search({
        base,
        scope: 'sub',
        filter: fillFilter(filter, user),
        attributes: [],
        most: MAX_GROUPS,
        keys: GROUP_KEYS,
      });
      for (const entry of entries) names.add(dnOf(entry));
    }
    return [...names].sort();
  }
}

/** Searches for a single user; too many matches mean that the name is ambiguous. */
async function searchFew(
  conversation: Conversation,
  question: Parameters<Conversation['search']>[0],
): Promise<readonly Entry[]> {
  try {
    return await conversation.search(question);
  } catch (error) {
    if (error instanceof DirectoryError && error.failure === 'too-much') {
      throw new DirectoryError('user-ambiguous', question.keys.filter);
    }
    throw error;
  }
}

function isUnder(text: string, bases: readonly string[]): boolean {
  const dn = parseDn(text);
  return (
    dn !== undefined &&
    bases.some((base) => {
      const parsed = parseDn(base);
      return parsed !== undefined && isWithin(dn, parsed);
    })
  );
}

/** Returns the entry at a DN; undefined if the filter does not match there. */
async function entryAt(
  conversation: Conversation,
  question: {
    readonly base: string;
    readonly filter: string;
    readonly attributes: readonly string[];
  },
): Promise<Entry | undefined> {
  try {
    const asked = { ...question, scope: 'base', most: 1, keys: USER_KEYS } as const;
    const [entry] = await conversation.search(asked);
    return entry;
  } catch (error) {
    const isGone = error instanceof DirectoryError && error.failure === 'base-dn-missing';
    if (isGone) return undefined;
    throw error;
  }
}

function dnOf({ dn }: Pick<Entry, 'dn'>): string {
  const normalized = normalizeDn(dn);
  if (normalized === undefined) {
    throw new DirectoryError('refused', USER_KEYS.base, 'a DN is unreadable');
  }
  return normalized;
}

/**
 * Normalises a name the way directories compare names: ignoring case, Unicode compatibility forms
 * and surrounding spaces.
 */
function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}

function textsOf(attributes: Omit<Entry, 'dn'>): Record<string, string[]> {
  const texts = Object.entries(attributes).map(([name, value]): [string, string[]] => {
    const values = [value].flat().slice(0, MAX_VALUES);
    return [
      name,
      values.filter((one) => typeof one === 'string' && one.length <= MAX_VALUE_LENGTH).map(String),
    ];
  });
  return Object.fromEntries(texts.filter(([, values]) => values.length > 0));
}
