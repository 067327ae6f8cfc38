import { checkDownload } from '@stowage/contract/objects';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

/** Fails as a download of the object, or of everything in a folder, would. */
export async function checkDownloadOf(bucket: string, key: string): Promise<void> {
  await call(checkDownload, { params: { bucket }, query: { prefix: toWirePath(key) } });
}
