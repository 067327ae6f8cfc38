import { createHash } from 'node:crypto';
import type { ObjectHeaders, S3Client, VersionCall } from '@stowage/storage-client/s3';
import { checkRevision } from '../../changes/revision.ts';
import type { Turns } from '../../changes/turns.ts';
import { readHead } from './read-head.ts';

/** The version of an object to change. */
export interface ChangedVersion extends VersionCall {
  readonly signal: AbortSignal;
}

interface Change {
  readonly turns: Turns;
  readonly s3: Pick<S3Client, 'headObject'>;
  readonly version: ChangedVersion;
  /** The revision that the caller saw; undefined to change any state. */
  readonly revision: string | undefined;
  /** Returns the revision of the current state. */
  readonly revisionOf: (headers: ObjectHeaders) => string | undefined | Promise<string | undefined>;
  /** Not aborted when the caller disconnects: half a change is of no use. */
  readonly write: (version: VersionCall, headers: ObjectHeaders) => Promise<unknown>;
}

/**
 * Changes an object unless its state has changed meanwhile. Consoles that share their state change
 * an object one after another; changes by other clients show in the revision.
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

/** Of fixed length whatever the key, since it names a lease in the shared state. */
function turnName({ bucket, key }: VersionCall): string {
  return `object/${createHash('sha256')
    .update(JSON.stringify([bucket, key]))
    .digest('base64url')}`;
}
