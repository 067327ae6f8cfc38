import type { ObjectRetention, VersionCall } from './types.ts';

export interface PutObjectTagging extends VersionCall {
  readonly tags: Readonly<Record<string, string>>;
}

export interface PutObjectRetention extends VersionCall {
  /** Undefined takes the retention away. */
  readonly retention: ObjectRetention | undefined;
  /** Governance gives way to who may bypass it. */
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
