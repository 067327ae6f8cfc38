import type { PolicyDocument } from '@stowage/domain/policy';

/** Who sends a request, once the signature was found good. */
export interface Caller {
  readonly kind: 'root' | 'user' | 'service-account' | 'session' | 'anonymous';
  /** The user whose policies count (the parent of other keys); '' for anonymous callers. */
  readonly account: string;
  /** The key that signed the request; '' for anonymous callers. */
  readonly accessKey: string;
  /** Admin payloads are encrypted with it. */
  readonly secretKey: string;
  /** Root and keys of root: everything is allowed that no session policy forbids. */
  readonly owner: boolean;
  readonly policies: readonly PolicyDocument[];
  /** Narrows what a session or a service account may do. */
  readonly sessionPolicy?: PolicyDocument;
}

export const ANONYMOUS: Caller = {
  kind: 'anonymous',
  account: '',
  accessKey: '',
  secretKey: '',
  owner: false,
  policies: [],
};
