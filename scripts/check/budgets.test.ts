import { expect, it } from 'vitest';
import { bundles, staticClosure } from './budgets.mjs';

const manifest = {
  'index.html': {
    file: 'main.js',
    isEntry: true,
    imports: ['_react.js', '_ui.js'],
    dynamicImports: ['src/buckets-page.tsx', 'src/code-editor.tsx'],
  },
  '_react.js': { file: 'react.js' },
  '_ui.js': { file: 'ui.js', imports: ['_react.js'] },
  '_table.js': { file: 'table.js', imports: ['_ui.js'] },
  'src/buckets-page.tsx': { file: 'buckets.js', imports: ['_table.js', 'index.html'] },
  'src/code-editor.tsx': { file: 'editor.js' },
  'src/font.css': { file: 'font.css' },
};

it('follows static imports through all levels', () => {
  expect([...staticClosure(manifest, '_table.js')]).toEqual(['_table.js', '_ui.js', '_react.js']);
});

it('survives chunks that import each other', () => {
  const circle = { a: { file: 'a.js', imports: ['b'] }, b: { file: 'b.js', imports: ['a'] } };
  expect([...staticClosure(circle, 'a')]).toEqual(['a', 'b']);
});

it('counts for the first load what the entry needs, and for a lazy chunk what it adds', () => {
  expect(bundles(manifest)).toEqual([
    { name: 'first load', files: ['main.js', 'react.js', 'ui.js'], limit: '250 kB' },
    { name: 'src/buckets-page.tsx', files: ['buckets.js', 'table.js'], limit: '80 kB' },
    { name: 'src/code-editor.tsx', files: ['editor.js'], limit: '150 kB' },
  ]);
});
