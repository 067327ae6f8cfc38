import type { Bucket } from '@stowage/contract/buckets';
import { defineMessages, useText } from '#web/lib/i18n/messages.ts';
import { Tag } from '#web/ui/tag.tsx';

export const bucketTagsText = defineMessages('bucket-tags', {
  public: 'public',
  anonymous: 'anonymous access',
  custom: 'custom access',
  locked: 'locked',
  versioned: 'versioned',
  suspended: 'versioning suspended',
  replicated: 'replicated',
});

type BucketTag = keyof typeof bucketTagsText.english;

const tones: Partial<Record<BucketTag, 'warning' | 'accent'>> = {
  public: 'warning',
  anonymous: 'warning',
  versioned: 'accent',
};

/** Returns a bucket's notable properties, most important first. */
function tagsOf({ access, anonymous = false, details }: Bucket): readonly BucketTag[] {
  const tags: readonly (readonly [BucketTag, boolean | undefined])[] = [
    ['public', access === 'PUBLIC'],
    ['anonymous', access === 'CUSTOM' && anonymous],
    ['custom', access === 'CUSTOM' && !anonymous],
    ['locked', details?.locking],
    ['versioned', details?.versioning],
    ['suspended', details?.versioningSuspended],
    ['replicated', details?.replication],
  ];
  return tags.filter(([, applies]) => applies).map(([tag]) => tag);
}

/** A bucket's notable properties, worded the same everywhere. */
export function BucketTags({ bucket }: { readonly bucket: Bucket }) {
  const t = useText(bucketTagsText);
  return tagsOf(bucket).map((tag) => (
    <Tag key={tag} tone={tones[tag] ?? 'neutral'}>
      {t(tag)}
    </Tag>
  ));
}
