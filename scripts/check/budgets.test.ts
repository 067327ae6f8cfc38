import { expect, it } from 'vitest';
import { bundles, staticClosure } from './budgets.mjs';

const manifest = {
  'index.html': {
    file: 'main.js',
    isEntry: true,
    imports: ['_react.js', '_ui.js'],
    dynamicImports: ['_shell.js', 'src/objects-page.tsx', 'src/code-editor.tsx'],
  },
  '_react.js': { file: 'react.js' },
  '_ui.js': { file: 'ui.js', imports: ['_react.js'] },
  '_table.js': { file: 'table.js', imports: ['_ui.js'] },
  '_shell.js': { file: 'shell.js', name: 'shell', imports: ['index.html'] },
  'src/objects-page.tsx': {
    file: 'objects.js',
    imports: ['_table.js', '_shell.js'],
    dynamicImports: ['src/path-dialog.tsx'],
  },
  'src/path-dialog.tsx': { file: 'path.js', imports: ['_table.js', 'src/objects-page.tsx'] },
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

it('counts what the login page needs, all up to the bucket list, and what other parts add', () => {
  expect(bundles(manifest)).toEqual([
    { name: 'login page', files: ['main.js', 'react.js', 'ui.js'], limit: '180 kB' },
    { name: 'bucket list', files: ['main.js', 'react.js', 'ui.js', 'shell.js'], limit: '260 kB' },
    { name: 'src/objects-page.tsx', files: ['objects.js', 'table.js'], limit: '80 kB' },
    { name: 'src/code-editor.tsx', files: ['editor.js'], limit: '150 kB' },
    { name: 'src/path-dialog.tsx', files: ['path.js'], limit: '80 kB' },
  ]);
});

it('refuses a build that no longer says what is drawn after the login', () => {
  const { '_shell.js': _shell, ...rest } = manifest;
  expect(() => bundles(rest)).toThrow("There is no chunk 'shell'");
});
