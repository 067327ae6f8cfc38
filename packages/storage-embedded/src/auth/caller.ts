import type { PolicyDocument } from '@stowage/domain/policy';
import type { ExternalIdentity } from './external-identity.ts';

/** The authenticated sender of a request. */
export interface Caller {
  readonly kind: 'root' | 'user' | 'service-account' | 'session' | 'anonymous';
  /** The user whose policies apply (for other keys, their parent); '' for anonymous users. */
  readonly account: string;
  /** The key that signed the request; '' for anonymous users. */
  readonly accessKey: string;
  /** Used to encrypt admin payloads. */
  readonly secretKey: string;
  /** The enabled groups of the account. */
  readonly groups: readonly string[];
  /** Set for sessions and keys of identities from external providers. */
  readonly external?: ExternalIdentity;
  /** Root and root's keys: everything within their bounds is allowed. */
  readonly owner: boolean;
  readonly policies: readonly PolicyDocument[];
  /** Upper bounds of a session or service account: each of these must allow an action too. */
  readonly bounds: readonly PolicyDocument[];
}

export const ANONYMOUS: Caller = {
  kind: 'anonymous',
  account: '',
  accessKey: '',
  secretKey: '',
  groups: [],
  owner: false,
  policies: [],
  bounds: [],
};
