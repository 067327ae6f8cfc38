import type { ReplicationRequest } from '@stowage/contract/bucket-admin/replication';
import type { RemoteTarget } from '@stowage/storage-client/admin';
import { createS3Client, type S3Client } from '@stowage/storage-client/s3';
import { startTarget, type Target } from '../../../../../../../tests/targets/target.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../../testing/test-console.ts';

/** A console with a storage server, and a second server as a replication target. */
export interface TwoServers {
  readonly test: TestConsole;
  readonly root: TestCaller;
  readonly remote: Target;
  /** Calls to the remote server as its root user. */
  readonly there: S3Client;
  close(): Promise<void>;
}

export async function startTwoServers(): Promise<TwoServers> {
  const [test, remote] = await Promise.all([startTestConsole(), startTarget()]);
  const { endpoint, region, accessKey, secretKey } = remote;
  return {
    test,
    remote,
    root: await test.logIn(),
    there: createS3Client({ endpoint, region, credentials: { accessKey, secretKey } }),
    async close() {
      await test.close();
      await remote.close();
    },
  };
}

export async function makeVersioned(s3: S3Client, bucket: string): Promise<void> {
  await s3.makeBucket({ bucket });
  await s3.putBucketVersioning({ bucket, state: 'enabled' });
}

/** A versioned bucket, a remote one to replicate it to, and calls for both. */
export class SourceBucket {
  readonly bucket: string;
  readonly copy: string;
  readonly path: string;
  readonly #servers: TwoServers;

  private constructor(servers: TwoServers, number: number) {
    this.#servers = servers;
    this.bucket = `source-${number}`;
    this.copy = `copy-${number}`;
    this.path = `/api/v1/buckets/${this.bucket}`;
  }

  static async make(servers: TwoServers, number: number): Promise<SourceBucket> {
    const source = new SourceBucket(servers, number);
    await makeVersioned(servers.test.s3, source.bucket);
    await makeVersioned(servers.there, source.copy);
    return source;
  }

  request(more: Partial<ReplicationRequest> = {}): ReplicationRequest {
    const { accessKey, secretKey, endpoint } = this.#servers.remote;
    return {
      accessKey,
      secretKey,
      targetURL: endpoint,
      bucketsRelation: [{ originBucket: this.bucket, destinationBucket: this.copy }],
      syncMode: 'async',
      replicateDeleteMarkers: true,
      replicateDeletes: true,
      replicateMetadata: true,
      ...more,
    };
  }

  set(payload: object = this.request(), caller = this.#servers.root) {
    return caller.send({ method: 'POST', url: '/api/v1/buckets-replication', payload });
  }

  /** The result for the bucket, or for each of the buckets. */
  async state(more: Partial<ReplicationRequest> = {}, caller = this.#servers.root) {
    return (await this.set(this.request(more), caller)).json().replicationState;
  }

  async rules(caller = this.#servers.root) {
    return (await caller.send({ url: `${this.path}/replication` })).json().rules;
  }

  targets(): Promise<readonly RemoteTarget[]> {
    return this.#servers.test.admin.listRemoteTargets({ bucket: this.bucket });
  }

  edit(id: string, payload: object, revision?: string, caller = this.#servers.root) {
    return caller.send({ method: 'PUT', url: this.#rule(id, revision), payload });
  }

  remove(id: string, revision?: string, caller = this.#servers.root) {
    return caller.send({ method: 'DELETE', url: this.#rule(id, revision) });
  }

  stop(caller = this.#servers.root) {
    return caller.send({ method: 'DELETE', url: `${this.path}/delete-all-replication-rules` });
  }

  #rule(id: string, revision: string | undefined): string {
    const query = revision === undefined ? '' : `?revision=${revision}`;
    return `${this.path}/replication/${encodeURIComponent(id)}${query}`;
  }
}
