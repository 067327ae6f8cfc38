import { describe, expect, it } from 'vitest';
import {
  corsOriginDoubt,
  corsOriginError,
  isCorsHeader,
  letsEverybodyWrite,
} from './cors-doubts.ts';

describe('an origin of a CORS rule', () => {
  it.each([
    ['https://app.example.com', undefined],
    ['*', undefined],
    ['null', undefined],
    ['https://<b>&"\'', undefined],
    ['https://*.*.com', 'wildcards'],
    ['**', 'wildcards'],
    ['', 'characters'],
    [' https://app.example.com', 'characters'],
    ['https://a.com,\thttps://b.com', 'characters'],
    ['https://bücher.example', 'characters'],
    ['https://a.com\n', 'characters'],
  ])('%j is refused for: %s', (origin, error) => {
    expect(corsOriginError(origin)).toBe(error);
  });

  it.each([
    ['https://app.example.com', undefined],
    ['https://app.example.com:8443', undefined],
    ['https://*.example.com', undefined],
    ['*.example.com', undefined],
    ['*', undefined],
    ['null', undefined],
    ['chrome-extension://abc', undefined],
    ['http://localhost:3000', undefined],
    ['http://127.0.0.1', undefined],
    ['http://[::1]:8080', undefined],
    ['app.example.com', 'scheme'],
    ['app.example.com/x', 'scheme'],
    ['https://app.example.com/', 'path'],
    ['https://app.example.com/index.html', 'path'],
    ['https://app.example.com/*', 'path'],
    ['*.example.com/', 'path'],
    ['https://App.example.com', 'case'],
    ['HTTPS://app.example.com', 'case'],
    ['https://app.example.com:443', 'port'],
    ['http://app.example.com:80', 'port'],
    ['https://app.example.com:80', undefined],
    ['http://app.example.com', 'http'],
  ])('%s is doubted for: %s', (origin, doubt) => {
    expect(corsOriginDoubt(origin)).toBe(doubt);
  });
});

describe('a header of a CORS rule', () => {
  it.each<[string, 0 | 1, boolean]>([
    ['ETag', 0, true],
    ["x'y", 0, true],
    ['x-*', 1, true],
    ['*', 1, true],
    ['x-*', 0, false],
    ['x-*-*', 1, false],
    ['x y', 1, false],
    ['x:', 1, false],
    ['ü', 1, false],
    ['a\r\nb', 1, false],
    ['', 1, false],
  ])('%j with at most %i wildcards: %s', (text, wildcards, good) => {
    expect(isCorsHeader(text, wildcards)).toBe(good);
  });
});

describe('a CORS rule that lets everybody write', () => {
  it.each([
    [['*'], ['GET', 'PUT'], true],
    [['https://a.test', 'https://*'], ['DELETE'], true],
    [['*'], ['GET', 'HEAD'], false],
    [['https://*.example.com'], ['PUT'], false],
  ])('%j with %j: %s', (origins, methods, found) => {
    expect(letsEverybodyWrite({ origins, methods })).toBe(found);
  });
});
