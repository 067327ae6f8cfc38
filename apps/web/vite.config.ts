import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { contractAddresses } from './build/contract-addresses.ts';
import { precompress } from './build/precompress.ts';
import { uplotLocale } from './build/uplot-locale.ts';

/** Fills in the placeholders of index.html as the console server does, for the dev server only. */
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

export default defineConfig({
  base: './',
  plugins: [contractAddresses(), uplotLocale(), react(), devPlaceholders(), precompress()],
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
          groups: chunkGroups(),
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:9090', ws: true } },
  },
});
