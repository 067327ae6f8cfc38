import { checkDownload } from '@stowage/contract/objects';
import { call } from '#web/lib/api/call.ts';
import type { ObjectVersion } from './detail-parts.ts';
import { wireQuery } from './wire-path.ts';

/** Throws the error that downloading the object, or everything in a folder, would cause. */
export async function checkDownloadOf(version: ObjectVersion): Promise<void> {
  await call(checkDownload, { params: { bucket: version.bucket }, query: wireQuery(version) });
}
