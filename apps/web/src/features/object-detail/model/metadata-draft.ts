import type { ObjectDetail, ObjectMetadata } from '@stowage/contract/object-detail';
import type { PairValue } from '#web/ui/form/field-spec.ts';

/** The headers of an object that can be changed. */
export const CONTENT_HEADERS = [
  'content_type',
  'content_encoding',
  'content_disposition',
  'content_language',
  'cache_control',
  'expires',
] as const;
export type ContentHeader = (typeof CONTENT_HEADERS)[number];

/** Headers and user metadata as entered; '' is a missing header. */
export type MetadataDraft = Readonly<Record<ContentHeader, string>> & {
  readonly user_metadata: readonly PairValue[];
};

export function draftOf(detail: ObjectDetail): MetadataDraft {
  const { user_metadata = {} } = detail;
  const headers = CONTENT_HEADERS.map((name) => [name, detail[name] ?? ''] as const);
  return {
    ...(Object.fromEntries(headers) as Record<ContentHeader, string>),
    user_metadata: Object.entries(user_metadata).map(([key, value], id) => ({ id, key, value })),
  };
}

/** Returns the request: headers that are not empty, and pairs with a name. */
export function bodyOf(draft: MetadataDraft): ObjectMetadata {
  const headers = CONTENT_HEADERS.flatMap((name) =>
    draft[name] === '' ? [] : [[name, draft[name]] as const],
  );
  return {
    ...Object.fromEntries(headers),
    user_metadata: Object.fromEntries(
      draft.user_metadata
        .filter(({ key }) => key !== '')
        .map(({ key, value }) => [key.toLowerCase(), value]),
    ),
  };
}

/** Returns a duplicate name; servers compare names case-insensitively. */
export function repeatedName({ user_metadata }: MetadataDraft): string | undefined {
  const seen = new Set<string>();
  return user_metadata
    .map(({ key }) => key.toLowerCase())
    .find((key) => key !== '' && seen.size === seen.add(key).size);
}
