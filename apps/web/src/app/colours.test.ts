import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const literal = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i;

it('names no colour outside of the theme', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:css|tsx?)$/.test(file) && !/\.test\.tsx?$|^app\/theme\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter((file) => literal.test(readFileSync(join(source, file), 'utf8')));
  expect(found).toEqual([]);
});
