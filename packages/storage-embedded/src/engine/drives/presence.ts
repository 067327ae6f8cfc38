import type { Drive } from './drive.ts';
import { inspectDrive } from './drive-format.ts';
import { readMark } from './session-mark.ts';

const ABSENT = {
  missing: 'it is missing',
  empty: 'an empty directory is in its place',
} as const;

/**
 * Returns why the directory at a drive's path is not the drive that the set expects; undefined if
 * it is.
 */
export async function whyWrong(
  drive: Drive,
  set: { readonly id: string; readonly epoch: number },
): Promise<string | undefined> {
  const found = await inspectDrive(drive.path);
  if (found.kind !== 'formatted') {
    return found.kind === 'unusable' ? found.reason : ABSENT[found.kind];
  }
  if (found.format.drive !== drive.uuid || found.format.set !== set.id) {
    return 'another drive is in its place';
  }
  const mark = drive.state === 'ok' ? undefined : await readMark(drive.path).catch(() => undefined);
  return mark && mark.epoch > set.epoch
    ? 'it has newer data than this server has seen: restart the server to take it in'
    : undefined;
}
