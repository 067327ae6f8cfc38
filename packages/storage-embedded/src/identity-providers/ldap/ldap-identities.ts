import { Directory, type DirectoryUser } from '@stowage/directory/directory';
import { DirectoryError } from '@stowage/directory/directory-error';
import { normalizeDn } from '@stowage/directory/dn';
import { readSettings } from '@stowage/directory/settings';
import { parseGoDuration } from '@stowage/domain/go-duration';
import type { PolicyDocument } from '@stowage/domain/policy';
import type {
  ExternalIdentity,
  ExternalPolicies,
  Parentage,
} from '../../auth/external-identity.ts';
import type { Identities } from '../../auth/identities.ts';
import type { ConfigStore } from '../../config/config-store.ts';
import { LDAP } from '../../config/ldap-subsystem.ts';
import type { Engine } from '../../engine/types.ts';
import type { Log } from '../../log.ts';
import { DirectoryUsers, type EntityKind, type KnownUser } from './directory-users.ts';

/** MinIO's interval. */
const REFRESH_MS = 10 * 60_000;
/** Number of users looked up over one connection. */
const BATCH = 50;
/** Maximum number of concurrent requests to the directory, as anyone can attempt a login. */
const MAX_ASKING = 32;
const HOUR_MS = 3_600_000;

interface Parts {
  readonly engine: Engine;
  readonly config: ConfigStore;
  readonly identities: Identities;
  readonly log: Log;
}

interface Configured {
  readonly directory: Directory;
  /** Default lifetime of sessions, in milliseconds. */
  readonly expiry: number;
}

/** The users and groups of an LDAP directory that are relevant to this store. */
export class LdapIdentities implements ExternalPolicies {
  readonly users: DirectoryUsers;
  readonly #parts: Parts;
  #configured: { readonly revision: number; readonly now: Configured | undefined } | undefined;
  #asking = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.users = new DirectoryUsers(parts.engine);
  }

  reload(): void {
    this.users.reload();
    this.look();
  }

  /** Whether directory users can log in. */
  get enabled(): boolean {
    return this.#now() !== undefined;
  }

  /** Default lifetime of sessions, in milliseconds. */
  get sessionMs(): number {
    return this.#now()?.expiry ?? HOUR_MS;
  }

  /** Whether a text is a DN below the base of the user search. */
  isUserDn(text: string): boolean {
    return this.#now()?.directory.isUserDn(text) === true;
  }

  /**
   * Returns the policies that currently apply to a user; undefined for users who have left, and
   * when no directory is configured.
   */
  policiesOf(account: string, _identity?: ExternalIdentity): readonly PolicyDocument[] | undefined {
    const user = this.users.known.get(account);
    if (user === undefined || user.gone === true || !this.enabled) {
      return undefined;
    }
    const { policies } = this.#parts.identities;
    return [...this.users.policyNames(user)].flatMap((name) => policies.get(name)?.document ?? []);
  }

  /**
   * Registers the unknown owner of an imported key, who counts as gone until the directory has been
   * asked.
   */
  async expect({ parent: dn, external }: Parentage): Promise<void> {
    if (external?.provider === 'ldap' && this.users.known.get(dn) === undefined) {
      const { name = '' } = external;
      const unseen = { attributes: {}, groups: [], gone: true };
      await this.users.see({ dn, actualDn: dn, name, ...unseen });
    }
  }

  groupsOf(account: string): readonly string[] | undefined {
    return this.users.known.get(account)?.groups;
  }

  /**
   * Logs a user in.
   *
   * @throws DirectoryError
   */
  async login(name: string, password: string): Promise<KnownUser> {
    return this.#saw(await this.#ask((directory) => directory.login(name, password)));
  }

  /**
   * Finds a directory user by login name.
   *
   * @throws DirectoryError
   */
  async find(name: string): Promise<KnownUser> {
    return this.#saw(await this.#ask((directory) => directory.find(name)));
  }

  /**
   * Returns the normalised DN of a user, given by DN or login name, or of a group.
   *
   * @returns undefined if the directory has no such entry
   * @throws DirectoryError
   */
  async findDn(kind: EntityKind, text: string): Promise<string | undefined> {
    if (kind === 'group') {
      return this.#ask((directory) => directory.findGroup(text));
    }
    if (normalizeDn(text) !== undefined) {
      const [user] = await this.#ask((directory) => directory.findByDn([{ dn: text, name: '' }]));
      return user?.dn;
    }
    try {
      return (await this.#ask((directory) => directory.find(text))).dn;
    } catch (error) {
      if (error instanceof DirectoryError && error.failure === 'user-missing') {
        return undefined;
      }
      throw error;
    }
  }

  /** Returns the identity to store in a user's sessions and keys. */
  identityOf({ dn, name, attributes }: KnownUser): ExternalIdentity {
    return {
      provider: 'ldap',
      name,
      claims: {
        user: [dn],
        username: [name],
        ...Object.fromEntries(
          Object.entries(attributes).map(([type, values]) => [`ldapAttrib${type}`, values]),
        ),
      },
    };
  }

  /** Looks up all users with keys, immediately and then at regular intervals. */
  start(): void {
    this.#timer = setInterval(() => this.look(), REFRESH_MS).unref();
    this.look();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Looks up all users with keys in the background. */
  look(): void {
    if (this.#timer === undefined) {
      return;
    }
    this.refresh().catch((error: unknown) => {
      this.#parts.log('warn', 'The users of the directory could not be looked for.', { error });
    });
  }

  /**
   * Looks up all users with sessions or keys in the directory, unless the store closes. Users who
   * have left, or no longer match the user filter, lose all rights; groups are updated.
   *
   * @throws DirectoryError if the directory cannot be reached; users not yet looked up stay as they
   *    are
   */
  async refresh(): Promise<void> {
    if (!this.enabled) {
      return;
    }
    const { identities } = this.#parts;
    const active = [...this.users.known.values()].filter(
      ({ dn }) =>
        identities.sessions.of(dn).length > 0 || identities.serviceAccountsOf(dn).length > 0,
    );
    for (let from = 0; from < active.length; from += BATCH) {
      const batch = active.slice(from, from + BATCH);
      const found = await this.#ask((directory) => directory.findByDn(batch));
      for (const [at, known] of batch.entries()) {
        const { gone: _, ...former } = known;
        const now = found[at];
        await identities.inTurn(async () => {
          // A login since the request is more recent than its result.
          const isLatest = this.users.known.get(known.dn) === known;
          if (this.#timer !== undefined && isLatest) {
            await this.users.see(now ?? { ...former, gone: true });
          }
        });
      }
    }
  }

  async #saw(user: DirectoryUser): Promise<KnownUser> {
    await this.#parts.identities.inTurn(() => this.users.see(user));
    return user;
  }

  async #ask<Result>(question: (directory: Directory) => Promise<Result>): Promise<Result> {
    const directory = this.#now()?.directory;
    if (directory === undefined) {
      throw new DirectoryError('refused', 'enable', 'LDAP is not enabled');
    }
    if (this.#asking >= MAX_ASKING) {
      throw new DirectoryError('too-much', 'server_addr', 'too many logins at one time');
    }
    this.#asking += 1;
    try {
      return await question(directory);
    } finally {
      this.#asking -= 1;
    }
  }

  /** Returns the directory of the configuration in effect. */
  #now(): Configured | undefined {
    const { config } = this.#parts;
    if (this.#configured?.revision !== config.revision) {
      this.#configured = { revision: config.revision, now: this.#read() };
    }
    return this.#configured?.now;
  }

  #read(): Configured | undefined {
    const { config, log } = this.#parts;
    const values = config.running.enabledTargets(LDAP)[0]?.values;
    if (values === undefined) {
      return undefined;
    }
    try {
      const expiry = parseGoDuration(values.sts_expiry ?? '') ?? HOUR_MS;
      return { directory: new Directory(readSettings(values)), expiry };
    } catch (error) {
      log('error', 'identity_ldap is not complete: nobody logs in with LDAP.', { error });
      return undefined;
    }
  }
}
