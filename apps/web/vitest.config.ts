import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'build/**/*.test.ts'],
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://console.test/' } },
    setupFiles: ['./src/testing/setup.ts'],
    css: false,
    testTimeout: 120_000,
    // Same as in the root's unit test project, with which it runs.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubGlobals: true,
  },
});
