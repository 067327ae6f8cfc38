import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const sided =
  /\b(?:margin|padding|border)-(?:left|right)\b|^\s*(?:left|right):|text-align: (?:left|right)|float:|border-(?:top|bottom)-(?:left|right)|^\s*(?:margin|padding): \S+ \S+ \S+ \S+;/m;

it('names start and end in style sheets, not left and right: some languages run the other way', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  expect(files.length).toBeGreaterThan(50);
  const isSided = (css: string) => sided.test(css.replace(/calc\([^;]*\)/g, '0'));
  const found = files.filter((file) => isSided(readFileSync(join(source, file), 'utf8')));
  expect(found).toEqual([]);
});
