import { describe, expect, it } from 'vitest';
import { parseTarget } from '../http/target.ts';
import { notOffered } from './operations/unconfigured.ts';
import { route } from './router.ts';

const routed = (method: string, url: string, headers: Readonly<Record<string, string>> = {}) =>
  route(method, parseTarget(url), headers);

describe('a call that this store does not know', () => {
  it.each([
    ['PUT', '/photos/a.jpg?renameObject'],
    ['PUT', '/photos/a.jpg?encryption'],
    ['DELETE', '/photos/a.jpg?annotation='],
    ['DELETE', '/photos?metadataConfiguration'],
    ['PUT', '/photos?abac'],
    ['POST', '/photos/a.jpg?x-id=Unheard&unheard'],
  ])('is not taken for one of the whole: %s %s', (method, url) => {
    expect(routed(method, url)).toBe(notOffered);
  });

  it.each(['x-amz-write-offset-bytes', 'x-amz-rename-source'])(
    'is not taken for a write because of its header: %s',
    (name) => {
      expect(routed('PUT', '/photos/a.jpg', { [name]: '7' })).toBe(notOffered);
    },
  );
});

describe('a call that it knows', () => {
  it.each([
    ['PUT', '/photos/a.jpg', 'PutObject'],
    ['PUT', '/photos/a.jpg?x-id=PutObject&X-Amz-Security-Token=', 'PutObject'],
    ['PUT', '/photos/a.jpg?foo=bar', 'PutObject'],
    ['DELETE', '/photos/a.jpg?versionId=', 'DeleteObject'],
    ['GET', '/photos/a.jpg?download', 'GetObject'],
    ['POST', '/photos?delete', 'DeleteObjects'],
    ['PUT', '/photos/a.jpg?tagging', 'PutObjectTagging'],
    ['DELETE', '/photos', 'DeleteBucket'],
  ])('stays itself: %s %s', (method, url, name) => {
    expect(routed(method, url).name).toBe(name);
  });
});
