import { decryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import {
  type Answer,
  adminCaller,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
} from '../../testing/test-storage.ts';

/** A store with calls for its configuration and for bucket rules. */
export async function startNotifiedStorage() {
  const storage = await startTestStorage();
  const admin = adminCaller(() => storage);
  const open = async (answer: Answer) =>
    Buffer.from(await decryptAdminPayload(ROOT.secretKey, answer.body)).toString('utf8');
  return {
    storage,
    admin,
    set: async (text: string) => admin('PUT', 'set-config-kv', await seal(text)),
    reset: async (text: string) => admin('DELETE', 'del-config-kv', await seal(text)),
    get: async (key: string) => open(await admin('GET', `get-config-kv?key=${key}`)),
    exported: async () => open(await admin('GET', 'config')),
    reload: () => admin('POST', 'service?action=restart&type=2'),
    info: async () => JSON.parse((await admin('GET', 'info')).text),
    /** Configures and enables a target. */
    use: async (text: string) => {
      const answer = await admin('PUT', 'set-config-kv', await seal(text));
      await admin('POST', 'service?action=restart&type=2');
      return answer;
    },
  };
}

/** Returns a rule in the XML of a NotificationConfiguration. */
export function rule(target: string, events: readonly string[], filter = ''): string {
  const names = events.map((name) => `<Event>s3:${name}</Event>`).join('');
  return `<QueueConfiguration>${filter}${names}<Queue>arn:minio:sqs::${target}</Queue></QueueConfiguration>`;
}

export function setRules(storage: TestStorage, bucket: string, ...rules: string[]) {
  const body = `<NotificationConfiguration>${rules.join('')}</NotificationConfiguration>`;
  return storage.call({ method: 'PUT', path: `/${bucket}?notification`, body });
}
