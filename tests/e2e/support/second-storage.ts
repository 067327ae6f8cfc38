import { afterAll, beforeAll } from 'vitest';
import { EventTarget } from '../../conformance/support/event-target.ts';
import type { Target } from '../../targets/running-target.ts';
import { startTarget, targetKind } from '../../targets/target.ts';
import type { Storage } from './console-process.ts';

/** The storage behind a console as the tests of its protocols know it. */
function targetOf({ endpoint, user, password }: Storage): Target {
  return {
    kind: targetKind(),
    endpoint,
    region: 'us-east-1',
    accessKey: user,
    secretKey: password,
    close: async () => undefined,
  };
}

/** Gives the storage behind a console a webhook to send events to. */
export function startWebhook(storage: Storage, name: string): Promise<EventTarget> {
  return EventTarget.start(targetOf(storage), name);
}

/** Starts a storage server beside the console's for the test file it is called in. */
export function useSecondStorage(): { readonly storage: Storage } {
  let running: Target | undefined;
  beforeAll(async () => {
    running = await startTarget();
  });
  afterAll(() => running?.close());
  return {
    get storage() {
      if (running === undefined) throw new Error('The second storage is not running.');
      const { endpoint, accessKey, secretKey } = running;
      return { endpoint, user: accessKey, password: secretKey };
    },
  };
}
