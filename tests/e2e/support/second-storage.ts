import { afterAll, beforeAll } from 'vitest';
import { EventTarget } from '../../conformance/support/event-target.ts';
import type { Target } from '../../targets/running-target.ts';
import { startTarget, targetKind } from '../../targets/target.ts';
import type { Storage } from './console-process.ts';

/** Returns the storage behind a console in the form that the protocol tests use. */
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

/** Starts a webhook and configures the storage behind a console to send events to it. */
export function startWebhook(storage: Storage, name: string): Promise<EventTarget> {
  return EventTarget.start(targetOf(storage), name);
}

/** Starts a second storage server for the test file it is called in. */
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
