import { checkDownload } from '@stowage/contract/objects';
import { call } from '#web/lib/api/call.ts';
import type { ObjectVersion } from './detail-parts.ts';
import { wireQuery } from './wire-path.ts';

/** Fails as a download of the object, or of everything in a folder, would. */
export async function checkDownloadOf(version: ObjectVersion): Promise<void> {
  await call(checkDownload, { params: { bucket: version.bucket }, query: wireQuery(version) });
}
