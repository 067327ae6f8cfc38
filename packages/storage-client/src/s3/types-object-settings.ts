import type { ObjectRetention, VersionCall } from './types.ts';

export interface PutObjectTagging extends VersionCall {
  readonly tags: Readonly<Record<string, string>>;
}

export interface PutObjectRetention extends VersionCall {
  /** Undefined removes the retention. */
  readonly retention: ObjectRetention | undefined;
  /** Bypasses governance retention, if the caller has the right to. */
  readonly bypassGovernance?: boolean | undefined;
}

export interface PutObjectLegalHold extends VersionCall {
  readonly legalHold: boolean;
}

export interface ObjectSettingsOperations {
  /** Replaces all tags. */
  putObjectTagging(call: PutObjectTagging): Promise<void>;
  deleteObjectTagging(call: VersionCall): Promise<void>;
  putObjectRetention(call: PutObjectRetention): Promise<void>;
  putObjectLegalHold(call: PutObjectLegalHold): Promise<void>;
}
