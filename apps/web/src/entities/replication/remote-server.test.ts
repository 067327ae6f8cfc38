import { describe, expect, it, vi } from 'vitest';
import {
  EMPTY_REMOTE_SERVER,
  type RemoteServerDraft,
  remoteServerErrors,
  remoteServerInput,
  targetUrl,
  withoutScheme,
} from './remote-server.ts';

const draft = (parts: Partial<RemoteServerDraft> = {}): RemoteServerDraft => ({
  ...EMPTY_REMOTE_SERVER,
  accessKey: 'replicator',
  secretKey: 'replicator-secret',
  target: 'backup.example.test:9000',
  ...parts,
});

describe('the address of a remote server', () => {
  it.each([
    [true, 'https://backup.example.test:9000'],
    [false, 'http://backup.example.test:9000'],
  ])('with TLS %s is %s [BREPL-11] [REPL-10]', (useTls, url) => {
    expect(targetUrl(draft({ useTls }))).toBe(url);
  });

  it('has TLS by default [BREPL-07] [REPL-09]', () => {
    expect(EMPTY_REMOTE_SERVER.useTls).toBe(true);
  });

  it.each([
    ['http://a.test:9000', 'a.test:9000', false],
    ['HTTPS://a.test', 'a.test', true],
    [' https://a.test', 'a.test', true],
    ['a.test', 'a.test', true],
    ['httpsx', 'httpsx', true],
  ])('typed as %j is %j with TLS %s', (typed, target, useTls) => {
    expect(withoutScheme(draft({ target: typed }))).toMatchObject({ target, useTls });
  });

  it.each([
    '',
    ' ',
    'a.test/path',
    'user:secret@a.test',
    'a.test?x',
    'a.test#x',
    'a b',
    'a.test:99999',
    '..\\x',
  ])('cannot be %j', (target) => {
    expect(Object.keys(remoteServerErrors(draft({ target })))).toEqual(['target']);
  });

  it.each(['a.test', '127.0.0.1:9000', '[::1]:9000', 'bücher.test', ' a.test '])(
    'can be %j',
    (target) => {
      expect(remoteServerErrors(draft({ target }))).toEqual({});
    },
  );
});

it('checks the address in browsers that have no URL.parse, such as Safari 17', () => {
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function');
  });
  expect(remoteServerErrors(draft())).toEqual({});
  expect(remoteServerErrors(draft({ target: 'backup.example.test/path' }))).toHaveProperty(
    'target',
  );
});

it('needs keys as long as the contract asks for', () => {
  expect(remoteServerErrors(draft({ accessKey: 'ab', secretKey: '1234567' }))).toEqual({
    accessKey: 'An access key has at least 3 characters.',
    secretKey: 'A secret key has at least 8 characters.',
  });
});

it('is sent without a region when there is none', () => {
  expect(remoteServerInput(draft())).toEqual({
    accessKey: 'replicator',
    secretKey: 'replicator-secret',
    targetURL: 'https://backup.example.test:9000',
  });
  expect(remoteServerInput(draft({ region: ' eu-1 ' })).region).toBe('eu-1');
});
