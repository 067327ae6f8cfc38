import { createHash } from 'node:crypto';
import type { ObjectHeaders, S3Client, VersionCall } from '@stowage/storage-client/s3';
import { checkRevision } from '../../changes/revision.ts';
import type { Turns } from '../../changes/turns.ts';
import { readHead } from './read-head.ts';

/** A version of an object that a change is about. */
export interface ChangedVersion extends VersionCall {
  readonly signal: AbortSignal;
}

interface Change {
  readonly turns: Turns;
  readonly s3: Pick<S3Client, 'headObject'>;
  readonly version: ChangedVersion;
  /** The state that the caller saw; undefined: whatever it is. */
  readonly revision: string | undefined;
  /** The revision of the state as it is now. */
  readonly revisionOf: (headers: ObjectHeaders) => string | undefined | Promise<string | undefined>;
  /** Not given up when the caller goes away: half a change helps nobody. */
  readonly write: (version: VersionCall, headers: ObjectHeaders) => Promise<unknown>;
}

/**
 * Makes a change of an object unless somebody else was faster. Changes of one object by consoles
 * that share their state are made one after the other; those by other clients show in the revision.
 * @throws ConsoleError ChangedMeanwhile
 */
export async function changeObject(change: Change): Promise<void> {
  const { turns, s3, version, revision } = change;
  const { signal, ...written } = version;
  await turns.take({ name: turnName(version), signal }, async ({ check }) => {
    const headers = await readHead(s3, version);
    const current = revision === undefined ? undefined : await change.revisionOf(headers);
    if (current !== undefined) checkRevision(revision, current);
    await check();
    await change.write(written, headers);
  });
}

/** Of one length whatever the key: it names a lease in the shared state. */
function turnName({ bucket, key }: VersionCall): string {
  return `object/${createHash('sha256')
    .update(JSON.stringify([bucket, key]))
    .digest('base64url')}`;
}
