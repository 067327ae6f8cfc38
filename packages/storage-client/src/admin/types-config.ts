import type { Abortable } from '../s3/types.ts';

/** A server's description of a configuration key. */
export interface ConfigKeyHelp {
  readonly key: string;
  /** `string`, `number`, `duration`, `csv`, `on|off`, …: the server's own term. */
  readonly type: string;
  readonly description: string;
  readonly optional: boolean;
  /** Undefined if the server does not report it. */
  readonly default?: string | undefined;
  /** Whether the value is a secret; undefined if the server does not report it. */
  readonly secret?: boolean | undefined;
}

/** A server's description of a subsystem. */
export interface SubsystemHelp {
  readonly name: string;
  readonly description: string;
  readonly multipleTargets: boolean;
  /** Whether changes take effect immediately; undefined if the server does not report it. */
  readonly dynamic?: boolean | undefined;
  /** Why it cannot be set on this server; undefined if it can. */
  readonly unavailable?: string | undefined;
}

/** A past change. */
export interface ConfigHistoryEntry {
  readonly restoreId: string;
  /** ISO 8601, UTC; undefined if the server does not report it. */
  readonly createdAt?: string | undefined;
  /** The lines as sent, including secrets. */
  readonly text: string;
}

/** The configuration of an identity provider. */
export interface ListedIdentityProvider {
  /** Name of its target; '_' for the default one. */
  readonly name: string;
  readonly enabled: boolean;
  /** The role of its users; undefined if a claim names their policies. */
  readonly roleArn?: string | undefined;
}

/** The server's configuration, as text that `@stowage/storage-client/config-text` reads. */
export interface ConfigOperations {
  /** Lists the server's subsystems, in its order. */
  listSubsystems(call?: Abortable): Promise<SubsystemHelp[]>;
  /**
   * Lists the keys of a subsystem.
   *
   * @throws StorageRequestError XMinioConfigError for an unknown one
   */
  getSubsystemKeys(call: { readonly subsystem: string } & Abortable): Promise<ConfigKeyHelp[]>;
  /**
   * Returns the settings of a subsystem, without secrets.
   *
   * @param call.key `api`, or `notify_webhook:primary` for one target
   */
  getConfig(call: { readonly key: string } & Abortable): Promise<string>;
  /**
   * Applies the settings in the text and keeps all others.
   *
   * @returns whether they are in effect immediately, instead of after a restart
   */
  setConfig(call: { readonly text: string } & Abortable): Promise<{ applied: boolean }>;
  /**
   * Resets keys, or all of a target, to their defaults: `api requests_max`,
   * `notify_webhook:primary`.
   */
  resetConfig(call: { readonly text: string } & Abortable): Promise<{ applied: boolean }>;
  /** Returns all settings, including secrets. */
  exportConfig(call?: Abortable): Promise<string>;
  /** Lists the identity provider configurations of a type, the default one first. */
  listIdentityProviders(
    call: { readonly type: 'openid' | 'ldap' } & Abortable,
  ): Promise<ListedIdentityProvider[]>;
  /** Applies the settings in the text and resets all others. Takes effect after a restart. */
  importConfig(call: { readonly text: string } & Abortable): Promise<void>;
  /** Lists the latest changes, oldest first. */
  listConfigHistory(call: { readonly count: number } & Abortable): Promise<ConfigHistoryEntry[]>;
  /** Removes a change from the history; its settings stay. */
  clearConfigHistory(call: { readonly restoreId: string } & Abortable): Promise<void>;
  /** Applies a past change again. Takes effect after a restart. */
  restoreConfig(call: { readonly restoreId: string } & Abortable): Promise<void>;
}
