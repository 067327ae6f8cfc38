import { deleteBucket } from '@stowage/contract/buckets';
import { setObjectMetadata } from '@stowage/contract/object-detail';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { call } from '#web/lib/api/call.ts';
import { fail, fakeServer } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ErrorState } from './error-state.tsx';

async function failure(code: 'AccessDenied' | 'BucketNotEmpty'): Promise<Error> {
  fakeServer({ 'buckets.delete': () => fail(code) });
  return call(deleteBucket, { params: { name: 'photos' } }).then(
    () => new Error('nothing failed'),
    (error: Error) => error,
  );
}

it('leads from a refused action to the access explorer, filled in', async () => {
  await renderScreen(
    <ErrorState title="x" error={await failure('AccessDenied')} onRetry={() => {}} />,
  );
  expect(screen.getByRole('link', { name: 'Why was this denied?' })).toHaveAttribute(
    'href',
    '/access-explorer?action=s3%3ADeleteBucket&bucket=photos',
  );
});

it('names the object that was refused', async () => {
  fakeServer({ 'objectDetail.setMetadata': () => fail('AccessDenied') });
  const refused = await call(setObjectMetadata, {
    params: { bucket: 'photos' },
    // 'ä b' in UTF-8.
    query: { prefix: 'w6QgYg==', revision: 'r1' },
    body: { user_metadata: {} },
  }).then(
    () => new Error('nothing failed'),
    (error: Error) => error,
  );
  await renderScreen(<ErrorState title="x" error={refused} onRetry={() => {}} />);
  expect(screen.getByRole('link', { name: 'Why was this denied?' })).toHaveAttribute(
    'href',
    '/access-explorer?action=s3%3APutObject&bucket=photos&key=%C3%A4+b',
  );
});

it('says nothing of other failures', async () => {
  await renderScreen(
    <ErrorState title="x" error={await failure('BucketNotEmpty')} onRetry={() => {}} />,
  );
  expect(screen.queryByRole('link')).toBeNull();
});
