import { startTestPostgres } from '../../../apps/server/src/testing/test-postgres.ts';
import { startTarget } from '../../targets/target.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type ConsoleProcess, startConsole } from './console-process.ts';

/** Two consoles that share a database and a storage server, behind one address. */
export interface BalancedConsoles extends ConsoleProcess {
  readonly balancer: Balancer;
  /** Stops one of the consoles; the balancer continues with the other. */
  loseOne(): Promise<void>;
}

export async function startBalancedConsoles(): Promise<BalancedConsoles> {
  const [postgres, target] = await Promise.all([startTestPostgres(), startTarget()]);
  const root = { user: target.accessKey, password: target.secretKey };
  const env = {
    CONSOLE_MINIO_SERVER: target.endpoint,
    STOWAGE_DATABASE_URL: await postgres.newDatabase(),
    CONSOLE_PBKDF_PASSPHRASE: 'a passphrase for both',
    CONSOLE_PBKDF_SALT: 'and its salt',
  };
  const start = () => startConsole('/', async () => ({ root, env, close: async () => undefined }));
  const [first, second] = await Promise.all([start(), start()]);
  const balancer = await startBalancer([first.url, second.url]);
  return {
    url: balancer.url,
    storage: { endpoint: target.endpoint, ...root },
    balancer,
    async loseOne() {
      balancer.takeOut(first.url);
      await first.stop();
    },
    async stop() {
      await balancer.close();
      await Promise.all([first.stop(), second.stop()]);
      await Promise.all([target.close(), postgres.server.remove()]);
    },
  };
}
