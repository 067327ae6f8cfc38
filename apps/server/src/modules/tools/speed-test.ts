import {
  listSpeedTests,
  type SpeedMessage,
  type SpeedResult,
  speedTest,
} from '@stowage/contract/tools/speed-test';
import type { AdminClient, DriveSpeed, ObjectSpeeds } from '@stowage/storage-client/admin';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { StreamModule } from '../../plugins/contract-streams.ts';
import type { SpeedTestStore } from '../../state/speed-test-table.ts';
import { requireAction } from '../../upstream/require-action.ts';
import type { StorageAccess } from '../../upstream/storage.ts';

const MIB = 1024 * 1024;
const DRIVES = { fileSize: 256 * MIB, blockSize: 4 * MIB };
const OBJECTS = { size: 4 * MIB, concurrency: 16, seconds: 10 };
const NETWORK = { seconds: 10 };

interface SpeedTestParts {
  readonly storage: StorageAccess;
  readonly results: SpeedTestStore;
}

type Outcome = Pick<SpeedResult, 'drives' | 'network' | 'objects'>;
type Calls = Pick<AdminClient, 'driveSpeeds' | 'networkSpeeds' | 'objectSpeeds'>;

/**
 * Runs speed tests while a client waits. They stop when the client disconnects; results are kept.
 */
export function speedTestStreams({ storage, results }: SpeedTestParts): StreamModule {
  return ({ stream }) => {
    stream(speedTest, async ({ session, params: { kind }, signal }) => {
      const { admin } = storage.clientsOf(session);
      const outcomes = await measure[kind](admin, signal);
      async function* told(): AsyncGenerator<SpeedMessage> {
        let last: Outcome | undefined;
        for await (const outcome of outcomes) {
          last = outcome ?? last;
          yield { finished: false };
        }
        if (!last) return yield { finished: true };
        const at = new Date().toISOString();
        const result = { at, kind, account: session.accountName, ...last };
        await results.append(session.audience.server, result);
        yield { finished: true, result };
      }
      return told();
    });
  };
}

/** The messages of each test while it runs: interim results, or none. */
const measure: Readonly<
  Record<
    SpeedResult['kind'],
    (admin: Calls, signal: AbortSignal) => Promise<AsyncIterable<Outcome | undefined>>
  >
> = {
  drive: async (admin, signal) => drivesOf(await admin.driveSpeeds({ ...DRIVES, signal })),
  object: async (admin, signal) => objectsOf(await admin.objectSpeeds({ ...OBJECTS, signal })),
  network: async (admin, signal) => {
    const network = await admin.networkSpeeds({ ...NETWORK, signal });
    return once(network && { network: [...network] });
  },
};

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Each server reports its drives once they are measured. */
async function* drivesOf(answers: AsyncIterable<readonly DriveSpeed[]>) {
  const drives: DriveSpeed[] = [];
  for await (const measured of answers) {
    drives.push(...measured);
    yield drives.length > 0 ? { drives: [...drives] } : undefined;
  }
}

async function* objectsOf(answers: AsyncIterable<ObjectSpeeds>) {
  for await (const objects of answers) {
    yield { objects };
  }
}

/** Earlier results. */
export function speedTestRoutes({ storage, results }: SpeedTestParts): RouteModule {
  return ({ serve }) => {
    serve(listSpeedTests, async ({ session, signal }) => {
      await requireAction(storage, session, 'admin:OBDInfo', signal);
      return { results: [...(await results.latest(session.audience.server))] };
    });
  };
}
