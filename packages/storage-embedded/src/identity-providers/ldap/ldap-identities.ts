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

/** As often as MinIO looks. */
const REFRESH_MS = 10 * 60_000;
/** Users who are looked for over one connection. */
const BATCH = 50;
/** Questions to the directory at one time: logins come from anybody. */
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
  /** How long sessions last whose client does not say, in milliseconds. */
  readonly expiry: number;
}

/** The users and groups of a directory, as far as this store has to do with them. */
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

  /** Whether users of a directory may log in. */
  get enabled(): boolean {
    return this.#now() !== undefined;
  }

  /** How long sessions last whose client does not say, in milliseconds. */
  get sessionMs(): number {
    return this.#now()?.expiry ?? HOUR_MS;
  }

  /** Whether a text is a DN under which users are looked for. */
  isUserDn(text: string): boolean {
    return this.#now()?.directory.isUserDn(text) === true;
  }

  /**
   * The policies that count for a user now; undefined for those who are gone, and when the directory
   * is not configured any more.
   */
  policiesOf(account: string, _identity?: ExternalIdentity): readonly PolicyDocument[] | undefined {
    const user = this.users.known.get(account);
    if (user === undefined || user.gone === true || !this.enabled) {
      return undefined;
    }
    const { policies } = this.#parts.identities;
    return [...this.users.policyNames(user)].flatMap((name) => policies.get(name)?.document ?? []);
  }

  /** Has somebody looked for who came in with a key: until the directory was asked they are gone. */
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
   * Logs somebody in.
   *
   * @throws DirectoryError
   */
  async login(name: string, password: string): Promise<KnownUser> {
    return this.#saw(await this.#ask((directory) => directory.login(name, password)));
  }

  /**
   * Somebody whom the directory knows under a login name.
   *
   * @throws DirectoryError
   */
  async find(name: string): Promise<KnownUser> {
    return this.#saw(await this.#ask((directory) => directory.find(name)));
  }

  /**
   * The normalised DN of a user, named by it or by the login name, or of a group.
   *
   * @returns undefined where the directory has none
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

  /** What sessions and keys of a user know of them. */
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

  /** Looks now, and from time to time, for those who have keys. */
  start(): void {
    this.#timer = setInterval(() => this.look(), REFRESH_MS).unref();
    this.look();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Looks for those who have keys, behind whoever asks. */
  look(): void {
    if (this.#timer === undefined) {
      return;
    }
    this.refresh().catch((error: unknown) => {
      this.#parts.log('warn', 'The users of the directory could not be looked for.', { error });
    });
  }

  /**
   * Looks in the directory, until the store closes, for everybody who has sessions or keys: who is gone, or not found by the
   * filter of users any more, may do nothing any more, and groups are as they are now.
   *
   * @throws DirectoryError when it cannot be asked; then nothing changes
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
          // Who was seen by a login since the directory was asked is as that has found them.
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

  /** Of the configuration that is in effect. */
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
