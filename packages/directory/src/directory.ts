import type { Entry } from 'ldapts';
import { type Conversation, converse } from './conversation.ts';
import type { Reach } from './dial.ts';
import { DirectoryError } from './directory-error.ts';
import { isWithin, normalizeDn, parseDn } from './dn.ts';
import { type DirectorySettings, fillFilter } from './settings.ts';

/** Somebody whom the directory knows. */
export interface DirectoryUser {
  /** Normalised: equal names are equal texts. */
  readonly dn: string;
  /** As the directory writes it. */
  readonly actualDn: string;
  /** The login name as the directory writes it; as it was asked for where the directory does not show it. */
  readonly name: string;
  /** The values of the attributes that are asked for. */
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
/** What no user is called: whether the directory understands the filter shows all the same. */
const NOBODY = 'stowage-0b8d6f3c-nobody';

/** A directory of users and groups, asked over LDAP; each question is a connection of its own. */
export class Directory {
  readonly settings: DirectorySettings;
  readonly #reach: Reach;

  constructor(settings: DirectorySettings, reach: Reach = {}) {
    this.settings = settings;
    this.#reach = reach;
  }

  /**
   * Tries all that a login needs, up to the password of the user.
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
   * Logs a user in: finds them, tries the password, finds their groups.
   *
   * @throws DirectoryError user-missing, user-ambiguous, password-wrong, and those of `check`
   */
  login(name: string, password: string): Promise<DirectoryUser> {
    // A login without a password is that of nobody, which directories may let in.
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
   * Looks for a user by the name they log in with.
   *
   * @throws DirectoryError user-missing, user-ambiguous, and those of `check`
   */
  find(name: string): Promise<DirectoryUser> {
    return this.#ask(async (conversation) =>
      this.#withGroups(conversation, await this.#require(conversation, name)),
    );
  }

  /**
   * Looks for several users by their DNs, in one conversation.
   *
   * @param known the login name of each, which the filters may ask for; '' where only the DN counts
   * @returns undefined for those that are gone, not under a base DN, or whom the filter of users does
   *   not find any more by their name: they could not log in either
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
   * The normalised DN of a group that is there and under a base DN.
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

  /** Whether a text is a DN under which users are looked for. */
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

/** Two are as many as need to be known. */
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

/** What there is under a DN; undefined where there is nothing that the filter finds. */
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

/** Names that directories take for the same: they ignore case, forms of signs, and spaces around. */
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
