import { expect, it } from 'vitest';
import { LONG, longFiles } from './long-files.mjs';

const lines = (count: number) => 'x\n'.repeat(count);

it('names the files over the limit, longest first', () => {
  const content: Record<string, string> = {
    'a.ts': lines(LONG),
    'b.ts': lines(LONG + 1),
    'c.tsx': lines(LONG + 50),
  };
  expect(longFiles(Object.keys(content), (file) => content[file] ?? '')).toEqual([
    { file: 'c.tsx', lines: LONG + 50 },
    { file: 'b.ts', lines: LONG + 1 },
  ]);
});
