import { defineConfig } from 'vitest/config';

/**
 * Groups run one after another, because everything else would slow down a browser or a crash test.
 * Within a group there is a worker per core; a browser alone keeps one core waiting.
 */
const AFTER_UNITS = 1;
const LAST = 2;

/**
 * Timeout for eventual results; a second is too short on a busy machine. Timeouts only stop hanging
 * tests and prove nothing.
 */
const PATIENCE = { poll: { timeout: 30_000 } };

const anyS3 = {
  test: {
    name: 'any-s3',
    include: ['tests/any-s3/**/*.test.ts'],
    environment: 'node' as const,
    expect: PATIENCE,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: '100%',
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
          expect: PATIENCE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: '100%',
        },
      },
      './apps/web/vitest.config.ts',
      {
        test: {
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts', 'tests/crash/**/*.test.ts'],
          environment: 'node',
          expect: PATIENCE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: '100%',
          sequence: { groupOrder: AFTER_UNITS },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          expect: PATIENCE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: '100%',
          sequence: { groupOrder: LAST },
        },
      },
      // Only `npm run test:any-s3` provides the servers for these.
      ...(process.env.STOWAGE_TEST_ANY_S3 ? [anyS3] : []),
    ],
  },
});
