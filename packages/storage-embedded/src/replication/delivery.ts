import type { StoredObject } from '../engine/types.ts';
import { replicationOf } from './bucket-rules.ts';
import type { ReplicationMetrics } from './metrics.ts';
import { Pace } from './pace.ts';
import type { RemoteServer } from './remote-server.ts';
import type { RemoteTargets } from './remote-targets.ts';
import { actionableRules } from './rules.ts';
import { sendDifference, sendMarker, sendRemoval } from './send-changes.ts';
import { type ContentStore, type Sending, sendContent } from './send-content.ts';
import { Strays } from './strays.ts';
import type { Work } from './work.ts';

export interface DeliveryParts {
  readonly store: ContentStore;
  readonly targets: RemoteTargets;
  readonly metrics: ReplicationMetrics;
}

/** Sends a work item to a target, in the way that suits both. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #strays = new Strays();
  readonly #paces = new Map<string, Pace>();

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /**
   * Records the ids at the targets of a version that was deleted here while it was sent: its
   * deletion needs them.
   */
  wentMeanwhile(
    work: Work,
    sent: readonly { readonly arn: string; readonly version?: string | undefined }[],
  ): void {
    for (const { arn, version } of sent) {
      if (version !== undefined) {
        this.#strays.add(work, arn, version);
      }
    }
  }

  /**
   * Sends a work item to a target.
   *
   * @param object its current state; undefined if it is gone
   * @returns the id assigned by the target, if it assigns its own
   * @throws RemoteError, S3Error if the content cannot be read
   */
  async send(
    work: Work,
    object: StoredObject | undefined,
    server: RemoteServer,
  ): Promise<string | undefined> {
    if (work.op === 'remove') {
      const { arn } = server.target;
      const stray = this.#strays.take(work, arn);
      const versions = stray === undefined ? work.versions : { ...work.versions, [arn]: stray };
      await sendRemoval(server, { ...work, versions });
      return undefined;
    }
    if (object === undefined) {
      return undefined;
    }
    if (object.isDeleteMarker) {
      return sendMarker(server, object);
    }
    const sending = this.#sending(object, server);
    const known = object.replication?.targets?.[server.target.arn]?.version;
    const fresh = !work.attributesOnly && !work.existing && work.resync === undefined;
    return fresh && known === undefined
      ? sendContent(sending, object)
      : sendDifference(sending, object, known);
  }

  #sending(object: StoredObject, server: RemoteServer): Sending {
    const { store, targets, metrics } = this.#parts;
    const { arn, storageClass } = server.target;
    const { bucket } = object;
    const pace = this.#paces.get(arn) ?? new Pace();
    this.#paces.set(arn, pace);
    const limit = () => targets.get(bucket, arn)?.bandwidthLimit ?? 0;
    const counted = metrics.target(bucket, arn);
    return {
      store,
      server,
      storageClass: ruleClass(store, object, arn) ?? (storageClass || undefined),
      hold: (source) => pace.hold(source, limit, (bytes) => counted.sent(bytes)),
    };
  }
}

/** Returns the storage class set by the rule that sends the object to the target. */
function ruleClass(
  { engine }: ContentStore,
  { bucket, key, tags }: StoredObject,
  arn: string,
): string | undefined {
  const found = engine.getBucket(bucket);
  const config = found && replicationOf(found);
  const rules = config ? actionableRules(config, { key, tags, isReplica: false }, 'written') : [];
  return rules.find(({ target }) => target === arn)?.storageClass;
}
