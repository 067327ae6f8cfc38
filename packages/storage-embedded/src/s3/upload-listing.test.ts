import { describe, expect, it } from 'vitest';
import type { Engine, StoredUpload } from '../engine/types.ts';
import { collectUploads } from './upload-listing.ts';

function engineWith(keys: readonly string[]): Pick<Engine, 'listUploads'> {
  const uploads = keys.map(
    (key, index): StoredUpload => ({
      bucket: 'bucket',
      key,
      uploadId: String(index).padStart(6, '0'),
      startedAt: 0,
      attributes: { contentType: '', headers: {}, metadata: {}, tags: {}, storageClass: '' },
    }),
  );
  return {
    listUploads: (_, { prefix, afterKey, afterUpload, limit }) =>
      uploads
        .filter(
          ({ key, uploadId }) =>
            key.startsWith(prefix) &&
            (key > afterKey || (key === afterKey && afterUpload !== '' && uploadId > afterUpload)),
        )
        .slice(0, limit),
  };
}

const START = { prefix: '', delimiter: '', afterKey: '', afterUpload: '', limit: 1000 };

describe('a page of uploads', () => {
  it('rolls up more uploads than are read at once', () => {
    const many = Array.from({ length: 2500 }, (_, n) => `folder/${String(n).padStart(5, '0')}`);
    const engine = engineWith([...many, 'z']);
    const page = collectUploads(engine, 'bucket', { ...START, delimiter: '/' });
    expect([...page.prefixes]).toEqual(['folder/']);
    expect(page.uploads.map(({ key }) => key)).toEqual(['z']);
    expect(page.truncated).toBe(false);
  });

  it('goes on after a common prefix without naming it again', () => {
    const engine = engineWith(['a/1', 'a/2', 'b/1', 'c']);
    const query = { ...START, delimiter: '/', limit: 1 };
    const first = collectUploads(engine, 'bucket', query);
    expect([[...first.prefixes], first.truncated, first.lastKey]).toEqual([['a/'], true, 'a/']);
    const second = collectUploads(engine, 'bucket', { ...query, afterKey: 'a/' });
    expect([[...second.prefixes], second.lastKey]).toEqual([['b/'], 'b/']);
    const last = collectUploads(engine, 'bucket', { ...query, afterKey: 'b/' });
    expect([last.uploads.map(({ key }) => key), last.truncated]).toEqual([['c'], false]);
  });

  it('goes on within the uploads of one key', () => {
    const engine = engineWith(['same', 'same', 'same']);
    const first = collectUploads(engine, 'bucket', { ...START, limit: 2 });
    const { lastKey: afterKey, lastUpload: afterUpload } = first;
    const rest = collectUploads(engine, 'bucket', { ...START, afterKey, afterUpload });
    expect(rest.uploads.map(({ uploadId }) => uploadId)).toEqual(['000002']);
  });
});
