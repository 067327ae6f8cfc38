import type { JobSelection, JobTarget } from '@stowage/contract/jobs';
import { copiedKey, folderIntoItself } from '@stowage/domain/copied-key';
import { objectKeyProblem } from '@stowage/domain/object-key';

/** An error in the destination. */
export type TargetProblem = 'tooLong' | 'intoItself';
export type NameProblem = 'blank' | 'slash' | 'same' | 'tooLong';

/** Converts a typed folder to the storage's form: no leading slash, one trailing slash. */
export function folderKey(typed: string): string {
  const path = typed.replace(/^\/+/, '');
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

/** Returns the error in the destination folder of a selection; undefined if it is valid. */
export function targetProblem(
  bucket: string,
  selection: JobSelection,
  target: JobTarget,
): TargetProblem | undefined {
  if (objectKeyProblem(target.prefix) === 'too-long') return 'tooLong';
  const isItself = target.bucket === bucket && folderIntoItself(selection, target) !== undefined;
  return isItself ? 'intoItself' : undefined;
}

/** Returns the error in the new name of an item; undefined if it is valid. */
export function nameProblem(item: string, target: JobTarget): NameProblem | undefined {
  const { name = '' } = target;
  if (name === '') return 'blank';
  if (name.includes('/')) return 'slash';
  const key = copiedKey({ items: [item] }, target, item);
  if (key === item) return 'same';
  return objectKeyProblem(key) === 'too-long' ? 'tooLong' : undefined;
}
