import type { PolicyDocument } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { type Documents, DurableMap } from '../documents/durable-map.ts';
import { Turns } from '../documents/turns.ts';
import { OPENID_USERS, type OpenIdUser } from '../identity-providers/openid/openid-user.ts';
import { type Group, GroupStore } from './group-store.ts';
import { KeyUsage } from './key-usage.ts';
import type { MasterKey } from './master-key.ts';
import { PolicyStore, type StoredPolicy } from './policy-store.ts';
import { TextSealer } from './sealed-text.ts';
import { type ServiceAccount, serviceAccountCodec } from './service-account.ts';
import { SessionRegistry } from './session-registry.ts';
import { type User, userCodec } from './user.ts';

/** All accounts that can sign requests, and their permissions. */
export class Identities {
  readonly users: DurableMap<User>;
  readonly groups: GroupStore;
  readonly policies: PolicyStore;
  readonly serviceAccounts: DurableMap<ServiceAccount>;
  /** Identities that get their policies from an OpenID claim, by account name. */
  readonly openIdUsers: DurableMap<OpenIdUser>;
  readonly sessions: SessionRegistry;
  readonly usage: KeyUsage;
  readonly #turns = new Turns();

  constructor(engine: Documents, masterKey: MasterKey) {
    const users = new TextSealer(masterKey.deriveAll('user-secrets'));
    const serviceAccounts = new TextSealer(masterKey.deriveAll('service-account-secrets'));
    this.users = new DurableMap(engine, 'user', userCodec(users));
    this.groups = new GroupStore(engine);
    this.policies = new PolicyStore(engine);
    this.serviceAccounts = new DurableMap(
      engine,
      'service-account',
      serviceAccountCodec(serviceAccounts),
    );
    this.openIdUsers = new DurableMap(engine, 'openid-user', OPENID_USERS);
    this.sessions = new SessionRegistry(engine);
    this.usage = new KeyUsage(engine, (change) => this.inTurn(change));
  }

  /** Reloads everything from the engine. */
  reload(): void {
    this.users.reload();
    this.groups.reload();
    this.policies.reload();
    this.serviceAccounts.reload();
    this.openIdUsers.reload();
    this.sessions.reload();
    this.usage.reload();
  }

  /** Reseals all secrets with the current key. */
  async reseal(): Promise<void> {
    for (const map of [this.users, this.serviceAccounts]) {
      for (const [name] of [...map.entries()]) {
        await this.inTurn(() => map.rewrite(name));
      }
    }
  }

  /**
   * Serialises changes, so that each one checks and modifies a state that nothing else is changing.
   * Must not include anything that waits for a client.
   */
  inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(change);
  }

  /** @throws S3Error XMinioAdminNoSuchUser; XMinioIAMActionNotAllowed for a service account */
  requireUser(accessKey: string): User {
    const user = this.users.get(accessKey);
    if (user === undefined) {
      const isOther = this.serviceAccounts.get(accessKey) !== undefined;
      throw new S3Error(isOther ? 'XMinioIAMActionNotAllowed' : 'XMinioAdminNoSuchUser');
    }
    return user;
  }

  /** @throws S3Error XMinioAdminNoSuchGroup */
  requireGroup(name: string): Group {
    const group = this.groups.get(name);
    if (group === undefined) {
      throw new S3Error('XMinioAdminNoSuchGroup');
    }
    return group;
  }

  /** @throws S3Error XMinioAdminNoSuchPolicy */
  requirePolicy(name: string): StoredPolicy {
    const policy = this.policies.get(name);
    if (policy === undefined) {
      throw new S3Error('XMinioAdminNoSuchPolicy');
    }
    return policy;
  }

  /** Returns the service accounts of a user or root. */
  serviceAccountsOf(parent: string): readonly ServiceAccount[] {
    return [...this.serviceAccounts.values()].filter((account) => account.parent === parent);
  }

  /** Returns the groups that apply to a user. */
  enabledGroupsOf(accessKey: string): readonly Group[] {
    return this.groups.of(accessKey).filter(({ enabled }) => enabled);
  }

  /** Returns a user's own policies and those of the user's enabled groups. */
  policiesOf(user: User): readonly PolicyDocument[] {
    const names = new Set(user.policies);
    for (const group of this.enabledGroupsOf(user.accessKey)) {
      for (const name of group.policies) {
        names.add(name);
      }
    }
    const documents: PolicyDocument[] = [];
    for (const name of names) {
      const policy = this.policies.get(name);
      if (policy !== undefined) {
        documents.push(policy.document);
      }
    }
    return documents;
  }

  /** Removes a service account; must be called within `inTurn`. */
  async removeServiceAccount(accessKey: string): Promise<void> {
    await this.serviceAccounts.remove(accessKey);
    await this.usage.forget(accessKey);
  }

  /** Removes a user and everything that belongs to it; must be called within `inTurn`. */
  async removeUser(accessKey: string): Promise<void> {
    for (const group of this.groups.of(accessKey)) {
      const members = group.members.filter((member) => member !== accessKey);
      await this.groups.put({ ...group, members });
    }
    for (const account of this.serviceAccountsOf(accessKey)) {
      await this.removeServiceAccount(account.accessKey);
    }
    await this.users.remove(accessKey);
    await this.usage.forget(accessKey);
    await this.sessions.forget(accessKey);
  }
}
