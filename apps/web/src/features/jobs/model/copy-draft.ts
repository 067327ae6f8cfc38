import type { JobSelection, JobTarget } from '@stowage/contract/jobs';
import { copiedKey, folderIntoItself } from '@stowage/domain/copied-key';
import { objectKeyProblem } from '@stowage/domain/object-key';

/** What is wrong with where something is to go. */
export type TargetProblem = 'tooLong' | 'intoItself';
export type NameProblem = 'blank' | 'slash' | 'same' | 'tooLong';

/** A folder as somebody types it, as the storage has it: no slash before it, one behind it. */
export function folderKey(typed: string): string {
  const path = typed.replace(/^\/+/, '');
  return path === '' || path.endsWith('/') ? path : `${path}/`;
}

/** What is wrong with the folder that a selection is to go to; undefined for one that will do. */
export function targetProblem(
  bucket: string,
  selection: JobSelection,
  target: JobTarget,
): TargetProblem | undefined {
  if (objectKeyProblem(target.prefix) === 'too-long') return 'tooLong';
  const isItself = target.bucket === bucket && folderIntoItself(selection, target) !== undefined;
  return isItself ? 'intoItself' : undefined;
}

/** What is wrong with the new name of an item; undefined for one that will do. */
export function nameProblem(item: string, target: JobTarget): NameProblem | undefined {
  const { name = '' } = target;
  if (name === '') return 'blank';
  if (name.includes('/')) return 'slash';
  const key = copiedKey({ items: [item] }, target, item);
  if (key === item) return 'same';
  return objectKeyProblem(key) === 'too-long' ? 'tooLong' : undefined;
}
