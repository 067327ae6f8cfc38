import type { JobRequest } from '@stowage/contract/jobs';
import type { VersionCall } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../bounded-parallel.ts';
import type { Operation, OperationContext, Outcome } from './operation.ts';
import { stepFailure } from './step-failure.ts';

type TagRequest = Extract<JobRequest, { kind: 'tag' }>;
type HoldRequest = Extract<JobRequest, { kind: 'legal-hold' }>;
type RetentionRequest = Extract<JobRequest, { kind: 'retention' }>;

const BATCH = 100;
const AT_ONCE = 8;

/** Tags objects. This is idempotent, so no steps have to be stored. */
export function tagging(request: TagRequest): Operation {
  return settings(request.bucket, (version, context) => tagOne(request, version, context));
}

/** Locks objects against deletion. */
export function retaining({ bucket, mode, until }: RetentionRequest): Operation {
  return settings(bucket, async (version, { s3 }) => {
    await s3.putObjectRetention({ ...version, retention: { mode, until } });
    return { kind: 'done' };
  });
}

/** Sets or removes the legal hold of objects. */
export function holding({ bucket, status }: HoldRequest): Operation {
  return settings(bucket, async (version, { s3 }) => {
    await s3.putObjectLegalHold({ ...version, legalHold: status === 'enabled' });
    return { kind: 'done' };
  });
}

function settings(
  bucket: string,
  change: (version: VersionCall, context: OperationContext) => Promise<Outcome>,
): Operation {
  return {
    batch: BATCH,
    remembers: false,
    async run(steps, _again, context) {
      const { signal } = context;
      await boundedParallel(steps, AT_ONCE, async (step) => {
        const { key, versionId } = step;
        const outcome = await change({ bucket, key, versionId, signal }, context).catch(
          stepFailure,
        );
        context.settle(step, outcome);
      });
    },
  };
}

async function tagOne(
  { mode, tags }: TagRequest,
  version: VersionCall,
  { s3 }: OperationContext,
): Promise<Outcome> {
  const before = mode === 'replace' ? {} : await s3.getObjectTagging(version);
  const after = mode === 'remove' ? without(before, tags) : { ...before, ...tags };
  if (Object.keys(after).length === 0) await s3.deleteObjectTagging(version);
  else await s3.putObjectTagging({ ...version, tags: after });
  return { kind: 'done' };
}

function without(
  tags: Readonly<Record<string, string>>,
  removed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !Object.hasOwn(removed, key)));
}
