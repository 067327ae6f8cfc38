import { StorageRequestError, StorageTimeoutError } from '@stowage/storage-client/errors';
import { describe, expect, it } from 'vitest';
import { findingOf, type ProbedServer, probeCapabilities } from './probe.ts';

const refusal = (status: number, code: string) =>
  new StorageRequestError({ status, code, message: '' });

type Answers = Partial<Record<keyof ProbedServer, (bucket: string) => unknown>>;

/** A server that responds successfully to all calls except these; and the calls it received. */
function serverWith(names: readonly string[], answers: Answers = {}) {
  const calls: string[] = [];
  const reads = [
    'getBucketVersioning',
    'listObjectVersions',
    'getObjectLockConfiguration',
    'getBucketTagging',
    'getBucketPolicy',
    'getLifecycleDocument',
    'getBucketCors',
    'getBucketNotification',
    'getBucketEncryption',
  ] as const;
  const entries = reads.map((name) => [
    name,
    async ({ bucket }: { readonly bucket: string }) => {
      calls.push(`${name} ${bucket}`);
      const answer = answers[name] ? answers[name](bucket) : 'something';
      if (answer instanceof Error) throw answer;
      return answer;
    },
  ]);
  const listBuckets = async () => names.map((name) => ({ name, createdAt: '' }));
  const s3: ProbedServer = { listBuckets, ...Object.fromEntries(entries) };
  return { s3, calls };
}

describe('what an answer says about a server', () => {
  it.each([
    [404, 'NoSuchBucketPolicy', 'unset'],
    [404, 'NoSuchTagSet', 'unset'],
    [404, 'NoSuchCORSConfiguration', 'unset'],
    [404, 'ObjectLockConfigurationNotFoundError', 'unset'],
    [404, 'ServerSideEncryptionConfigurationNotFoundError', 'unset'],
    [501, 'NotImplemented', 'missing'],
    [501, 'VersioningNotConfigured', 'missing'],
    [405, 'MethodNotAllowed', 'missing'],
    [400, 'NotImplemented', 'missing'],
    [404, 'NotFound', 'missing'],
    [200, 'InvalidResponse', 'imitated'],
    [403, 'AccessDenied', 'refused'],
    [401, 'HTTP401', 'refused'],
    [404, 'NoSuchBucket', 'unknown'],
    [503, 'SlowDown', 'unknown'],
    [500, 'InternalError', 'unknown'],
  ])('%i %s: %s', (status, code, finding) => {
    expect(findingOf(refusal(status, code))).toBe(finding);
  });
});

describe('the probe of a server without the Admin API', () => {
  it('asks one bucket where that says everything', async () => {
    const { s3, calls } = serverWith(['first', 'second'], {
      getLifecycleDocument: () => refusal(501, 'NotImplemented'),
      getBucketTagging: () => refusal(404, 'NoSuchTagSet'),
    });
    const { capabilities, settled } = await probeCapabilities(s3);
    expect(settled).toBe(true);
    expect(calls).toHaveLength(9);
    expect(calls.every((call) => call.endsWith(' first'))).toBe(true);
    expect(capabilities).toEqual({
      ...{ versioning: true, locking: true, tags: true, policy: true, lifecycle: false },
      ...{
        cors: true,
        notifications: true,
        encryption: true,
        replication: false,
        quota: false,
        admin: false,
      },
    });
  });

  it('takes a server that is silent about versions, and cannot list them, for one without', async () => {
    const { s3 } = serverWith(['only'], {
      getBucketVersioning: () => 'off',
      listObjectVersions: () => refusal(501, 'NotImplemented'),
    });
    expect((await probeCapabilities(s3)).capabilities.versioning).toBe(false);
  });

  it('does not believe a server that something is only not configured when it answers astray', async () => {
    const { s3 } = serverWith(['only'], {
      listObjectVersions: () => refusal(200, 'InvalidResponse'),
      getBucketTagging: () => refusal(404, 'NoSuchTagSet'),
      getLifecycleDocument: () => undefined,
    });
    expect((await probeCapabilities(s3)).capabilities).toMatchObject({
      ...{ versioning: false, tags: false, lifecycle: false },
      // This one really returned something.
      policy: true,
    });
  });

  it('asks further buckets only what was refused in those before, three at most', async () => {
    const { s3, calls } = serverWith(['a', 'b', 'c', 'd'], {
      getBucketPolicy: (bucket) => (bucket === 'b' ? 'a policy' : refusal(403, 'AccessDenied')),
      getBucketEncryption: () => refusal(403, 'AccessDenied'),
    });
    const { capabilities, settled } = await probeCapabilities(s3);
    expect(calls.slice(9)).toEqual([
      'getBucketPolicy b',
      'getBucketEncryption b',
      'getBucketEncryption c',
    ]);
    // The server decides when it is used.
    expect(capabilities).toMatchObject({ policy: true, encryption: true });
    expect(settled).toBe(true);
  });

  it('is to be done again where there was no bucket, or no answer', async () => {
    const empty = await probeCapabilities(serverWith([]).s3);
    expect(empty).toMatchObject({ settled: false, capabilities: { versioning: true } });
    const { s3 } = serverWith(['a'], {
      getBucketTagging: () => new StorageTimeoutError(undefined),
    });
    expect(await probeCapabilities(s3)).toMatchObject({
      settled: false,
      capabilities: { tags: true },
    });
  });
});
