import type { Abortable } from '../s3/types.ts';

/** What a server says of one key of its configuration. */
export interface ConfigKeyHelp {
  readonly key: string;
  /** `string`, `number`, `duration`, `csv`, `on|off`, …: the server's own word. */
  readonly type: string;
  readonly description: string;
  readonly optional: boolean;
  /** Undefined where the server does not say. */
  readonly default?: string | undefined;
  /** Whether the value is a secret; undefined where the server does not say. */
  readonly secret?: boolean | undefined;
}

/** What a server says of a subsystem. */
export interface SubsystemHelp {
  readonly name: string;
  readonly description: string;
  readonly multipleTargets: boolean;
  /** Whether a change is in effect at once; undefined where the server does not say. */
  readonly dynamic?: boolean | undefined;
  /** Why it cannot be set on this server; undefined where it can. */
  readonly unavailable?: string | undefined;
}

/** What was set at a time. */
export interface ConfigHistoryEntry {
  readonly restoreId: string;
  /** ISO 8601, UTC; undefined where the server does not say. */
  readonly createdAt?: string | undefined;
  /** The lines as they were sent, secrets included. */
  readonly text: string;
}

/** A configuration of an identity provider. */
export interface ListedIdentityProvider {
  /** Of its target; '_' for the one without a name. */
  readonly name: string;
  readonly enabled: boolean;
  /** The role that its users have; undefined where a claim names their policies. */
  readonly roleArn?: string | undefined;
}

/** The configuration of the server, in lines of text that `@stowage/storage-client/config-text` reads. */
export interface ConfigOperations {
  /** The subsystems that the server has, in its order. */
  listSubsystems(call?: Abortable): Promise<SubsystemHelp[]>;
  /**
   * The keys of a subsystem.
   *
   * @throws StorageRequestError XMinioConfigError for one that the server does not know
   */
  getSubsystemKeys(call: { readonly subsystem: string } & Abortable): Promise<ConfigKeyHelp[]>;
  /**
   * What is set of a subsystem, without secrets.
   *
   * @param call.key `api`, or `notify_webhook:primary` for one target
   */
  getConfig(call: { readonly key: string } & Abortable): Promise<string>;
  /**
   * Sets what the lines say and leaves the rest.
   *
   * @returns whether it is in effect already; otherwise it is after a restart
   */
  setConfig(call: { readonly text: string } & Abortable): Promise<{ applied: boolean }>;
  /** Gives keys, or all of a target, their defaults: `api requests_max`, `notify_webhook:primary`. */
  resetConfig(call: { readonly text: string } & Abortable): Promise<{ applied: boolean }>;
  /** Everything, with secrets. */
  exportConfig(call?: Abortable): Promise<string>;
  /** The configurations of identity providers of a type, the one without a name first. */
  listIdentityProviders(
    call: { readonly type: 'openid' | 'ldap' } & Abortable,
  ): Promise<ListedIdentityProvider[]>;
  /** Sets the lines and gives everything else its default. It is in effect after a restart. */
  importConfig(call: { readonly text: string } & Abortable): Promise<void>;
  /** The latest changes, oldest first. */
  listConfigHistory(call: { readonly count: number } & Abortable): Promise<ConfigHistoryEntry[]>;
  /** Removes a change from the history; what it has set stays. */
  clearConfigHistory(call: { readonly restoreId: string } & Abortable): Promise<void>;
  /** Sets again what a change has set. It is in effect after a restart. */
  restoreConfig(call: { readonly restoreId: string } & Abortable): Promise<void>;
}
