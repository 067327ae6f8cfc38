import type { PolicyDocument } from '@stowage/domain/policy';
import type { ExternalIdentity } from './external-identity.ts';

/** Who sends a request, once the signature was found good. */
export interface Caller {
  readonly kind: 'root' | 'user' | 'service-account' | 'session' | 'anonymous';
  /** The user whose policies count (the parent of other keys); '' for anonymous callers. */
  readonly account: string;
  /** The key that signed the request; '' for anonymous callers. */
  readonly accessKey: string;
  /** Admin payloads are encrypted with it. */
  readonly secretKey: string;
  /** The enabled groups of the account. */
  readonly groups: readonly string[];
  /** Of sessions and keys of those whom identity providers know. */
  readonly external?: ExternalIdentity;
  /** Root and keys of root: everything within their bounds is allowed. */
  readonly owner: boolean;
  readonly policies: readonly PolicyDocument[];
  /** What a session or a service account may do at most: each of these must allow it too. */
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
