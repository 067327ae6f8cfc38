import { StorageRequestError } from '@stowage/storage-client/errors';
import type { ObjectHeaders } from '@stowage/storage-client/s3';
import { expect, it } from 'vitest';
import { type CopyRequest, planStep } from './copy-plan.ts';

const request: CopyRequest = {
  ...{ kind: 'copy', bucket: 'photos', selection: { prefix: 'in/' }, conflict: 'keep-both' },
  ...{ target: { bucket: 'photos', prefix: 'to/' }, metadata: true, tags: true },
};
const step = { key: 'in/a.jpg', size: 3, etag: 'abc', target: 'to/a.jpg' };

const HEAD: ObjectHeaders = {
  ...{ contentLength: 3, contentType: 'image/jpeg', etag: 'abc' },
  ...{ deleteMarker: false, tagCount: 0, metadata: {} },
};

/** The results of successive look-ups of the name `to/a.jpg`; any other name is free. */
function viewOf(...looks: (ObjectHeaders | undefined)[]) {
  const headObject = async ({ key }: { readonly key: string }) => {
    const found = key === 'to/a.jpg' ? looks.shift() : undefined;
    if (found) return found;
    throw new StorageRequestError({ code: 'NoSuchKey', status: 404, message: 'none' });
  };
  return { s3: { headObject }, signal: AbortSignal.timeout(5000), taken: new Set<string>() };
}

it('keeps the name of a copy that an interrupted run puts there while it is planned again', async () => {
  expect(await planStep(request, step, viewOf(undefined, HEAD))).toEqual(step);
});

it('takes a further name where somebody else has put an object there meanwhile', async () => {
  const other = { ...HEAD, etag: 'def' };
  expect(await planStep(request, step, viewOf(undefined, other))).toEqual({
    ...step,
    target: 'to/a (2).jpg',
  });
});
