import { expect, it } from 'vitest';
import { readableJson } from './readable-json.ts';

it.each([
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['{', '{'],
  ['', ''],
])('%j is shown as %j', (text, shown) => {
  expect(readableJson(text)).toBe(shown);
});
