import type { JobRequest } from '@stowage/contract/jobs';
import { MAX_OBJECT_TAGS, MAX_TAG_KEY, MAX_TAG_VALUE } from '@stowage/contract/object-detail';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';

/** What a job does with existing tags. */
export type TagMode = Extract<JobRequest, { kind: 'tag' }>['mode'];

/** A tag as entered. */
interface TypedTag {
  readonly key: string;
  readonly value: string;
}

/** Tags as entered; when removing tags only the keys count. */
export interface TagsDraft {
  readonly mode: TagMode;
  readonly tags: readonly (TypedTag & { readonly id: number })[];
  readonly keys: readonly string[];
}

export type TagsProblem = 'none' | 'blankKey' | 'longKey' | 'longValue' | 'twice' | 'tooMany';

function typedTags({ mode, tags, keys }: TagsDraft): readonly TypedTag[] {
  const typed = mode === 'remove' ? keys.map((key) => ({ key, value: '' })) : tags;
  return typed
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter(({ key, value }) => key !== '' || value !== '');
}

/** Returns the error in the tags; undefined if they are valid. Blank rows are ignored. */
export function tagsProblem(draft: TagsDraft): TagsProblem | undefined {
  const tags = typedTags(draft);
  const keys = tags.map(({ key }) => key);
  if (keys.length === 0) return 'none';
  if (keys.includes('')) return 'blankKey';
  if (keys.some((key) => key.length > MAX_TAG_KEY)) return 'longKey';
  if (tags.some(({ value }) => value.length > MAX_TAG_VALUE)) return 'longValue';
  if (new Set(keys).size < keys.length) return 'twice';
  return keys.length > MAX_OBJECT_TAGS ? 'tooMany' : undefined;
}

/** Returns the tags in the form a job takes. */
export function tagsOf(draft: TagsDraft): Record<string, string> {
  return Object.fromEntries(typedTags(draft).map(({ key, value }) => [key, value]));
}

/**
 * Returns the action the account lacks for a mode: keeping some of the tags requires reading them.
 */
export function missingAction(
  mode: TagMode,
  { readTags, deleteTags }: Pick<ObjectAbilities, 'readTags' | 'deleteTags'>,
): string | undefined {
  if (mode === 'replace') return undefined;
  if (!readTags) return 's3:GetObjectTagging';
  return mode === 'remove' && !deleteTags ? 's3:DeleteObjectTagging' : undefined;
}
