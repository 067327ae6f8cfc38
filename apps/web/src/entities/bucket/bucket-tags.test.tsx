import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BucketTags } from './bucket-tags.tsx';

describe('the tags of a bucket', () => {
  it.each([
    ['a plain one', aBucket(), ''],
    [
      'a public one that is locked',
      aBucket({ access: 'PUBLIC', details: { versioning: true, locking: true } }),
      'public locked versioned',
    ],
    [
      'one with a policy that lets anonymous users in',
      aBucket({ access: 'CUSTOM', anonymous: true }),
      'anonymous access',
    ],
    [
      'one with a policy and rules',
      aBucket({ access: 'CUSTOM', details: { versioningSuspended: true, replication: true } }),
      'custom access versioning suspended replicated',
    ],
  ])('of %s', async (_case, bucket, text) => {
    await renderScreen(<BucketTags bucket={bucket} />);
    const tags = [...screen.getByTestId('screen').children].map((tag) => tag.textContent);
    expect(tags.join(' ')).toBe(text);
  });
});
