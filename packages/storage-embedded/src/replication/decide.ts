import type { ChangeObserver, ObjectChange } from '../engine/changes/change-hooks.ts';
import type { ObjectReplication, TargetState } from '../engine/object-replication.ts';
import type { StoredObject } from '../engine/types.ts';
import { keptEncryption } from '../s3/encryption/object-keys.ts';
import { replicationOf } from './bucket-rules.ts';
import { actionableRules } from './rules.ts';
import { type RemoveWork, type SendWork, WORK_KIND } from './work.ts';

type KeptDocument = ReturnType<NonNullable<ChangeObserver['accompany']>>[number];

const NOTHING: readonly KeptDocument[] = [];

/** Decides on each commit what to replicate, and stores that with the commit. */
export class Decisions implements Required<Pick<ChangeObserver, 'mark' | 'accompany'>> {
  /** Decisions of this commit, as opposed to the state that a version already carries. */
  readonly #fresh = new WeakSet<ObjectReplication>();

  mark(change: ObjectChange, number: number): ObjectReplication | undefined {
    const targets = change.kind === 'removed' ? [] : targetsOf(change);
    if (targets.length === 0) {
      return undefined;
    }
    const object = change.object();
    const before = object.replication;
    const marked: ObjectReplication = {
      ...before,
      change: number,
      ...(change.kind === 'updated' ? { updatedAt: Date.now() } : {}),
      targets: { ...before?.targets, ...waiting(object, targets) },
    };
    this.#fresh.add(marked);
    return marked;
  }

  accompany(change: ObjectChange): readonly KeptDocument[] {
    return change.kind === 'removed' ? removal(change) : this.#sending(change);
  }

  #sending({ kind, object }: ObjectChange): readonly KeptDocument[] {
    const { replication, ...version } = object();
    if (replication === undefined || !this.#fresh.has(replication)) {
      return NOTHING;
    }
    const targets = Object.entries(replication.targets ?? {})
      .filter(([, { status }]) => status === 'PENDING')
      .map(([arn]) => arn);
    const work: SendWork = {
      op: 'send',
      bucket: version.bucket,
      key: version.key,
      versionId: version.versionId,
      size: version.size,
      ...(kind === 'updated' ? { attributesOnly: true } : {}),
      targets,
    };
    return targets.length === 0 ? NOTHING : [{ kind: WORK_KIND, value: JSON.stringify(work) }];
  }
}

/** Returns the ARNs of the targets that should receive a change. */
function targetsOf(change: ObjectChange): readonly string[] {
  const { bucket, kind, isReplica } = change;
  const config = replicationOf(bucket);
  if (
    config === undefined ||
    isReplica ||
    bucket.versioning !== 'enabled' ||
    // As in S3, removals by the lifecycle, which no request caused, are not replicated.
    change.cause?.requestId === ''
  ) {
    return [];
  }
  const { key, tags, replication } = change.object();
  const subject = { key, tags, isReplica: replication?.replica === true };
  return actionableRules(config, subject, kind).map(({ target }) => target);
}

function waiting(
  object: StoredObject,
  targets: readonly string[],
): Readonly<Record<string, TargetState>> {
  // Only the client has the key, so the content cannot be sent to any server.
  const status = keptEncryption(object)?.kind === 'SSE-C' ? 'FAILED' : 'PENDING';
  const before = object.replication?.targets ?? {};
  return Object.fromEntries(targets.map((arn) => [arn, { ...before[arn], status }]));
}

function removal(change: ObjectChange): readonly KeptDocument[] {
  const targets = targetsOf(change);
  if (targets.length === 0) {
    return NOTHING;
  }
  const { bucket, key, versionId, isDeleteMarker, replication } = change.object();
  const known = Object.entries(replication?.targets ?? {});
  const versions = known.flatMap(([arn, { version }]) =>
    version === undefined ? [] : [[arn, version]],
  );
  const work: RemoveWork = {
    op: 'remove',
    bucket,
    key,
    versionId,
    marker: isDeleteMarker,
    targets,
    versions: Object.fromEntries(versions),
  };
  return [{ kind: WORK_KIND, value: JSON.stringify(work) }];
}
