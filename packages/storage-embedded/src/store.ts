import type { Authenticator } from './auth/authenticator.ts';
import type { Authorizer } from './auth/authorizer.ts';
import type { Identities } from './auth/identities.ts';
import type { SessionTokens } from './auth/session-tokens.ts';
import type { ConfigStore } from './config/config-store.ts';
import type { Engine } from './engine/types.ts';
import type { LdapIdentities } from './identity-providers/ldap/ldap-identities.ts';
import type { OpenIdProviders } from './identity-providers/openid/openid-providers.ts';
import type { Log } from './log.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { Replication } from './replication/replication.ts';
import type { KeyFile } from './s3/encryption/key-file.ts';
import type { ObjectKeys } from './s3/encryption/object-keys.ts';
import type { Quotas } from './s3/quotas.ts';
import type { Scanner } from './scanner/scanner.ts';
import type { Tiering } from './tiers/tiering.ts';
import type { ConsoleLog } from './tracing/console-log.ts';
import type { Tracer } from './tracing/tracer.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export type { Log };

/** The components that requests use, assembled once at the start. */
export interface Store {
  readonly engine: Engine;
  readonly identities: Identities;
  readonly ldap: LdapIdentities;
  readonly tokens: SessionTokens;
  readonly openid: OpenIdProviders;
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly quotas: Quotas;
  readonly objectKeys: ObjectKeys;
  readonly keyFile: KeyFile;
  readonly replication: Replication;
  readonly tiering: Tiering;
  readonly scanner: Pick<Scanner, 'lastCycleAt' | 'counts' | 'versionsOf'>;
  readonly config: ConfigStore;
  readonly notifications: Notifications;
  /** '' if requests may be signed for any region. */
  readonly region: string;
  readonly deploymentId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Host and port that the server listens on. */
  readonly endpoint: () => string;
  readonly log: Log;
  readonly tracer: Tracer;
  readonly consoleLog: ConsoleLog;
  readonly webhooks: Webhooks;
  /** Restarts or stops the store as requested through the Admin API. */
  readonly control: (action: 'restart' | 'stop') => void;
}
