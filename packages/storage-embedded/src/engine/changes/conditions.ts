import { S3Error } from '@stowage/storage-wire/s3-error';
import type { VersionRow } from '../index/version-tables.ts';
import type { ObjectAttributes, WriteCondition } from '../types.ts';
import { parseAttributes } from './stored-object.ts';

function bare(etag: string): string {
  return etag.replace(/^(?:W\/)?"?|"$/g, '');
}

function matches(etags: readonly string[], row: VersionRow): boolean {
  return etags.some((etag) => etag === '*' || bare(etag) === row.etag);
}

/**
 * Checks a write's condition against the visible object of the key. NoSuchKey
 * when If-Match finds none, PreconditionFailed when the ETags say no.
 */
export function checkCondition(
  condition: WriteCondition | undefined,
  current: VersionRow | undefined,
): void {
  if (!condition) {
    return;
  }
  if (condition.ifMatch) {
    if (!current) {
      throw new S3Error('NoSuchKey');
    }
    if (!matches(condition.ifMatch, current)) {
      throw new S3Error('PreconditionFailed');
    }
  }
  if (condition.ifNoneMatch && current && matches(condition.ifNoneMatch, current)) {
    throw new S3Error('PreconditionFailed');
  }
}

function isLocked(attributes: ObjectAttributes, at: { now: number; bypass: boolean }): boolean {
  if (attributes.legalHold) {
    return true;
  }
  const { retention } = attributes;
  if (!retention || retention.until <= at.now) {
    return false;
  }
  return retention.mode === 'COMPLIANCE' || !at.bypass;
}

/** Refuses with ObjectLocked to remove a version that a legal hold or its retention protects. */
export function checkUnlocked(row: VersionRow, at: { now: number; bypass: boolean }): void {
  if (row.marker === 0 && isLocked(parseAttributes(row.attributes), at)) {
    throw new S3Error('ObjectLocked');
  }
}
