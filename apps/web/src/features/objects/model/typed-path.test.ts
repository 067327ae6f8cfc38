import { expect, it, vi } from 'vitest';
import { typedPath } from './typed-path.ts';

const place = { origin: 'https://console.example', basePath: '/stowage' };
const address = 'https://console.example/stowage/buckets/photos/browse';

it.each([
  ['photos', 'photos', ''],
  ['photos/', 'photos', ''],
  ['photos/2026/', 'photos', '2026/'],
  ['/photos/2026', 'photos', '2026'],
  ['photos//2026/', 'photos', '/2026/'],
  ['photos/a b ', 'photos', 'a b '],
  [' photos/100%25.txt\n', 'photos', '100%25.txt'],
  ['photos/../x', 'photos', '../x'],
  ['s3://photos/2026/a.jpg', 'photos', '2026/a.jpg'],
  ['S3://photos', 'photos', ''],
  ['arn:aws:s3:::photos/2026/*', 'photos', '2026/*'],
  [address, 'photos', ''],
  [`${address}/2026/100%25.txt`, 'photos', '2026/100%.txt'],
  [`${address}/2026/?rewind=2026-01-01T00:00:00Z`, 'photos', '2026/'],
])('%j is %s and %j', (text, bucket, key) => {
  expect(typedPath(text, place)).toEqual({ bucket, key });
});

it.each([
  ['', 'blank'],
  ['  ', 'blank'],
  ['/', 'blank'],
  ['-photos/x', 'bucket'],
  ['pho tos/x', 'bucket'],
  ['photos/\ud800', 'bucket'],
  [`photos/${'ü'.repeat(513)}`, 'tooLong'],
  ['https://elsewhere.example/stowage/buckets/photos/browse', 'elsewhere'],
  ['https://console.example/buckets/photos/browse', 'elsewhere'],
  ['https://console.example/stowage/buckets', 'elsewhere'],
  ['https://', 'elsewhere'],
])('%j cannot be opened: %s', (text, problem) => {
  expect(typedPath(text, place)).toEqual({ problem });
});

it('reads addresses in browsers that have no URL.parse, such as Safari 17', () => {
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function');
  });
  expect(typedPath(`${address}/2026/`, place)).toEqual({ bucket: 'photos', key: '2026/' });
  expect(typedPath('http://', place)).toEqual({ problem: 'elsewhere' });
});
