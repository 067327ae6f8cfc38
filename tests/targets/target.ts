import type { Target } from './running-target.ts';

export type { StorageTarget, Target } from './running-target.ts';

/** Returns the server under test: STOWAGE_TEST_TARGET, defaulting to the embedded store. */
export function targetKind(): Target['kind'] {
  const wanted = process.env.STOWAGE_TEST_TARGET ?? 'embedded';
  if (wanted !== 'embedded' && wanted !== 'minio') {
    throw new Error(`STOWAGE_TEST_TARGET is 'embedded' or 'minio', not '${wanted}'`);
  }
  return wanted;
}

/** Starts a fresh, empty server on a free port of the loopback interface. */
export async function startTarget(): Promise<Target> {
  if (targetKind() === 'minio') {
    const { startMinio } = await import('./minio.ts');
    return startMinio();
  }
  const { startEmbedded } = await import('./embedded.ts');
  return startEmbedded();
}
