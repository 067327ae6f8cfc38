import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const sized =
  /(?<=^|[\s{;])(?:gap|row-gap|column-gap|padding[a-z-]*|margin[a-z-]*|border-(?:[a-z-]+-)?radius|font-size):([^;}]*)/g;
/** A one-pixel hairline is not spacing. */
const literal = /(?<![\w.])(?!1px)\d*\.?\d+(?:px|rem|em)\b/;

function literalsIn(css: string): readonly string[] {
  return [...css.matchAll(sized)].flatMap(([rule, value = '']) =>
    literal.test(value) ? [rule] : [],
  );
}

it.each([
  ['.a { gap: 8px; }', ['gap: 8px']],
  ['.a { margin: 0 -20px; }', ['margin: 0 -20px']],
  ['.a { margin-inline-start: 2px }', ['margin-inline-start: 2px ']],
  ['.a { border-radius: 7px 0; font-size: 0.8em; }', ['border-radius: 7px 0', 'font-size: 0.8em']],
  ['.a { padding: var(--st-space-4) 1px; border: 2px solid; width: 96px; }', []],
])('finds in %j %j', (css, found) => {
  expect(literalsIn(css)).toEqual(found);
});

/** Properties of the component library that take pixels; 0 is none. */
const inMarkup = /\b(?:[pm][xytbse]?|gap|padding|radius|fz|spacing)=(?:\{\d*\.?\d*[1-9]\d*\}|"\d)/;

it.each([
  ['<Stack gap={8}>', true],
  ['<Modal padding={20}>', true],
  ['<Group mt="12px">', true],
  ['<Progress radius={0} size={6} />', false],
  ['<Stack gap="sm" maw={280} step={1}>', false],
])('finds a literal in %j: %j', (markup, expected) => {
  expect(inMarkup.test(markup)).toBe(expected);
});

it('takes the space of components from the theme', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.filter((file) => inMarkup.test(readFileSync(join(source, file), 'utf8')));
  expect(found).toEqual([]);
});

it('takes space, radius and font sizes from the theme', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) =>
    literalsIn(readFileSync(join(source, file), 'utf8')).map((rule) => `${file}: ${rule}`),
  );
  expect(found).toEqual([]);
});
