import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './build/precompress.ts';

/** Fills the placeholders of index.html as the console server does, for the dev server only. */
function devPlaceholders(): Plugin {
  return {
    name: 'stowage:dev-placeholders',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('__BASE__', '/').replace('__NONCE__', ''),
    },
  };
}

function sectionOf(module: string): string {
  return `bucket-${/bucket-admin[\\/]([\w-]+)/.exec(module)?.[1]}`;
}

export default defineConfig({
  base: './',
  plugins: [react(), devPlaceholders(), precompress()],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  build: {
    outDir: 'dist',
    // The size budgets are computed from it (scripts/check/budgets.mjs).
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One chunk, so that the mode is set before any chunk with a schema runs.
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]|[\\/]schema-mode\.ts$/ },
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            // What a section shares with its dialogs, so that a dialog does not bring the section along.
            {
              name: sectionOf,
              debugName: 'bucket sections',
              test: /[\\/]features[\\/]bucket-admin[\\/][\w-]+[\\/](?:en\.ts|api\.ts|model[\\/])/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'router',
              test: /node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history|react-store|store)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:9090', ws: true } },
  },
});
