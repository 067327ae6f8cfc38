import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStorage } from '@stowage/storage-embedded';
import { KMS_KEY, type Target } from './running-target.ts';

const ROOT = { accessKey: 'conformance', secretKey: 'conformance-secret' };
const REGION = 'us-east-1';
const CONSOLE_SECRET = 'conformance-console';

/** Starts the embedded store with four drives in its own folder. */
export async function startEmbedded(): Promise<Target> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-embedded-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const key = randomBytes(32).toString('base64');
  await writeFile(path.join(folder, 'kms.keys'), `${KMS_KEY}:${key}\n`, { mode: 0o600 });
  const storage = await startStorage({
    dataDir: folder,
    drives: [1, 2, 3, 4].map((n) => path.join(folder, `drive${n}`)),
    host: '127.0.0.1',
    port: 0,
    region: REGION,
    scanInterval: 500,
    rootUser: ROOT.accessKey,
    rootPassword: ROOT.secretKey,
    consoleSecret: CONSOLE_SECRET,
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    kind: 'embedded',
    endpoint: storage.url,
    region: REGION,
    ...ROOT,
    consoleSecret: CONSOLE_SECRET,
    close: async () => {
      await storage.close();
      await remove();
    },
  };
}
