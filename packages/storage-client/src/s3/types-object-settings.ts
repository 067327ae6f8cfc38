import type { RetentionMode, VersionCall } from './types.ts';

/** A lock that keeps a version from being deleted or replaced until its time has come. */
export interface ObjectRetention {
  readonly mode: RetentionMode;
  /** ISO 8601. */
  readonly until: string;
}

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
