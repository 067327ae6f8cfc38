import type { JobRequest, JobSelection, JobTarget } from '@stowage/contract/jobs';
import { copiedKey, distinctItems, folderIntoItself } from '@stowage/domain/copied-key';
import { ConsoleError } from '../../console-error.ts';
import { checkBucket, checkKey, checkPrefix } from '../../storage-names.ts';

/**
 * Returns the request without duplicate objects if it is valid.
 * @throws ConsoleError that names the field
 */
export function checkRequest(request: JobRequest): JobRequest {
  const selection = checkSelection(request);
  if (request.kind === 'tag') checkTags(request.tags);
  if (request.kind === 'retention' && !(Date.parse(request.until) > Date.now())) {
    throw refused('until', 'The time lies in the past.');
  }
  if (request.kind === 'restore' && !(Date.parse(request.at) < Date.now())) {
    throw refused('at', 'The time lies in the future.');
  }
  if (request.kind !== 'copy' && request.kind !== 'move') return { ...request, selection };
  const { conflict, target, bucket } = request;
  checkTarget(target, selection);
  const into = target.bucket === bucket ? folderIntoItself(selection, target) : undefined;
  if (into !== undefined) {
    throw refused('target.prefix', 'A folder cannot be copied or moved into itself.');
  }
  if (conflict === 'overwrite' && haveOneTarget(selection, target)) {
    throw refused(
      'conflict',
      'Some of the items have the same name: they would overwrite each other.',
    );
  }
  return { ...request, selection };
}

/** @throws ConsoleError that names the field */
export function checkSelection({
  bucket,
  selection,
}: Pick<JobRequest, 'bucket' | 'selection'>): JobSelection {
  checkBucket(bucket);
  if ('prefix' in selection) {
    checkPrefix(selection.prefix, 'selection.prefix');
    return selection;
  }
  for (const [index, item] of selection.items.entries()) checkKey(item, `selection.items.${index}`);
  return { items: [...distinctItems(selection.items)] };
}

/** The S3 limit on the tags of one object. */
const MAX_TAGS = 10;

function checkTags(tags: Readonly<Record<string, string>>): void {
  const count = Object.keys(tags).length;
  if (count === 0) throw refused('tags', 'There is no tag.');
  if (count > MAX_TAGS) throw refused('tags', `An object has ${MAX_TAGS} tags at most.`);
}

function checkTarget({ bucket, prefix, name }: JobTarget, selection: JobSelection): void {
  checkBucket(bucket);
  checkPrefix(prefix, 'target.prefix');
  if (prefix !== '' && !prefix.endsWith('/')) {
    throw refused('target.prefix', "The path of a folder ends in '/'.");
  }
  if (name === undefined) return;
  checkKey(name, 'target.name');
  if (name.includes('/')) throw refused('target.name', "A name has no '/'.");
  if (!('items' in selection) || selection.items.length !== 1) {
    throw refused('target.name', 'Only a single item can be given another name.');
  }
}

function haveOneTarget(selection: JobSelection, target: JobTarget): boolean {
  if (!('items' in selection)) return false;
  const targets = selection.items.map((item) => copiedKey(selection, target, item));
  return new Set(targets).size < targets.length;
}

function refused(field: string, detail: string): ConsoleError {
  return new ConsoleError('InvalidInput', { field, detail });
}
