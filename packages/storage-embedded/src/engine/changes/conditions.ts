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
 * Checks a write's condition against the visible object of the key.
 * @throws S3Error NoSuchKey when If-Match finds no object, PreconditionFailed when the ETags do not
 *    satisfy it
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

/** Throws ObjectLocked if a legal hold or retention protects the version from removal. */
export function checkUnlocked(row: VersionRow, at: { now: number; bypass: boolean }): void {
  if (row.marker === 0 && isLocked(parseAttributes(row.attributes), at)) {
    throw new S3Error('ObjectLocked');
  }
}
