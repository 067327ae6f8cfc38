import { S3Error } from '@stowage/storage-wire/s3-error';
import type {
  ChangeCause,
  DeleteGuard,
  DeleteObject,
  StoredBucket,
  StoredObject,
} from '../engine/types.ts';
import { lifecycleRules } from '../s3/lifecycle/bucket-lifecycle.ts';
import {
  appliesTo,
  evaluateLifecycle,
  type LifecycleEvent,
  transitionDue,
} from '../s3/lifecycle/evaluate.ts';
import type { LifecycleRules } from '../s3/lifecycle/rules.ts';
import type { SeenVersion } from './version-pages.ts';

/** Requests that a version be moved to a tier. */
export type Move = (version: StoredObject, tier: string) => void;

/**
 * Decides what the lifecycle of a bucket removes. Versions must be passed in listing order. The
 * commit of a removal fails if something has changed since the decision, so that newer data is
 * kept.
 */
export class Removals {
  readonly #bucket: string;
  readonly #rules: LifecycleRules;
  readonly #now: number;
  #key: string | undefined;
  #newerKept = 0;
  /** Set when all versions of the key are to be removed along with this one. */
  #all: { readonly event: LifecycleEvent; readonly newest: StoredObject } | undefined;

  readonly #move: Move;

  /**
   * @param now milliseconds since the epoch
   * @param move called for versions to keep but move to a tier
   */
  constructor(bucket: StoredBucket, now: number, move: Move) {
    this.#bucket = bucket.name;
    this.#rules = lifecycleRules(bucket);
    this.#now = now;
    this.#move = move;
  }

  decide(seen: SeenVersion): DeleteObject | undefined {
    const { version } = seen;
    if (version.key !== this.#key) {
      this.#key = version.key;
      this.#newerKept = 0;
      this.#all = undefined;
    }
    if (this.#all !== undefined) {
      return this.#removal(version, nothingNewer(version, this.#all.newest));
    }
    const event = this.#event(seen);
    if (event === undefined) {
      this.#moveIfDue(seen);
      this.#newerKept += version.isLatest ? 0 : 1;
      return undefined;
    }
    if (event.action === 'remove-all') {
      this.#all = { event, newest: version };
    }
    const guard = unchanged(version, event);
    return event.action === 'expire'
      ? { bucket: this.#bucket, key: version.key, guard, cause: causeOf('ObjectRemoved:Delete') }
      : this.#removal(version, guard);
  }

  #moveIfDue({ version, succeededAt, isOnly }: SeenVersion): void {
    if (version.isDeleteMarker || version.size === 0 || version.tiering !== undefined) {
      return;
    }
    const standing = { succeededAt, isOnly, newerKept: this.#newerKept };
    const tier = transitionDue(this.#rules, version, standing, this.#now);
    if (tier !== undefined) {
      this.#move(version, tier);
    }
  }

  /** Ignores the removal of a locked version, which thus counts as kept. */
  #event({ version, succeededAt, isOnly }: SeenVersion): LifecycleEvent | undefined {
    const standing = { succeededAt, isOnly, newerKept: this.#newerKept };
    const event = evaluateLifecycle(this.#rules, version, standing, this.#now);
    return event?.action === 'remove' && isLocked(version, this.#now) ? undefined : event;
  }

  #removal({ key, versionId }: StoredObject, guard: DeleteGuard): DeleteObject {
    const all = this.#all !== undefined;
    const cause = causeOf(all ? 'ObjectRemoved:DeleteAllVersions' : 'ObjectRemoved:Delete');
    return { bucket: this.#bucket, key, versionId, guard, cause };
  }
}

/** Returns the cause that observers see for removals by the lifecycle, as in MinIO. */
function causeOf(event: string): ChangeCause {
  const userAgent = 'Internal: [ILM-Expiry]';
  return { event, accessKey: '', sourceIp: '', userAgent, requestId: '' };
}

function isLocked({ legalHold, retention }: StoredObject, now: number): boolean {
  return legalHold === true || (retention !== undefined && retention.until > now);
}

/** Checks that the version and its position are unchanged, and that the rule still applies. */
function unchanged(version: StoredObject, { rule }: LifecycleEvent): DeleteGuard {
  return (target) => {
    if (
      !isSame(target, version) ||
      target?.isLatest !== version.isLatest ||
      !appliesTo(rule, target)
    ) {
      throw new S3Error('PreconditionFailed');
    }
  };
}

/** Checks that no version has been added since the one that removes all. */
function nothingNewer(version: StoredObject, newest: StoredObject): DeleteGuard {
  return (target, latest) => {
    const isNewer = latest !== undefined && latest.modifiedAt > newest.modifiedAt;
    if (isNewer || !isSame(target, version)) {
      throw new S3Error('PreconditionFailed');
    }
  };
}

/** Overwriting the null version keeps its id. */
function isSame(found: StoredObject | undefined, known: StoredObject): boolean {
  return (
    found?.versionId === known.versionId &&
    found.modifiedAt === known.modifiedAt &&
    found.etag === known.etag
  );
}
