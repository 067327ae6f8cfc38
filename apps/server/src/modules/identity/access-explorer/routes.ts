import * as contract from '@stowage/contract/identity/access-explorer';
import type { AdminClient } from '@stowage/storage-client/admin';
import type { S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../../bounded-parallel.ts';
import { unlessMissing } from '../../../changes/refused-field.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { Session } from '../../../sessions/session.ts';
import { checkBucket } from '../../../storage-names.ts';
import { hasCode } from '../../../upstream/identities.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { answer, type BucketPolicy } from './answers.ts';
import { findHolder, type HolderPort, knownUser, readDirectory } from './holders.ts';
import { bucketStatements } from './statements.ts';

interface BucketPort {
  readonly s3: Pick<S3Client, 'getBucketPolicy'>;
  readonly admin: Pick<AdminClient, 'serverInfo'>;
}

const AT_ONCE = 8;

/** Who may do what, and why. */
export function accessExplorerRoutes(storage: StorageAccess): RouteModule {
  const portOf = (session: Session, signal: AbortSignal): HolderPort => ({
    admin: storage.clientsOf(session).admin,
    account: () => storage.accountOf(session, signal),
  });
  return ({ serve }) => {
    serve(contract.exploreAccess, async ({ session, body, signal }) => {
      const { subject, questions } = body;
      const names = questions.flatMap(({ bucket }) => bucket || []);
      const [known, policies] = await Promise.all([
        findHolder(portOf(session, signal), subject, signal),
        readBucketPolicies(storage.clientsOf(session), names, signal),
      ]);
      const answers = questions.map((question) =>
        answer(known, question, policies.get(question.bucket ?? '') ?? none),
      );
      return { holder: known.shown, answers };
    });

    serve(contract.accessMatrix, async ({ session, body, signal }) => {
      const { question, buckets, search, offset } = body;
      const [directory, policies] = await Promise.all([
        readDirectory(portOf(session, signal), signal),
        readBucketPolicies(storage.clientsOf(session), buckets, signal),
      ]);
      const wanted = search.toLowerCase();
      const users = directory.users
        .filter(({ accessKey }) => accessKey.toLowerCase().includes(wanted))
        .sort((a, b) => (a.accessKey < b.accessKey ? -1 : 1));
      const rows = users.slice(offset, offset + contract.MATRIX_SIDE).map((user) => {
        const known = knownUser(user, directory);
        const verdicts = buckets.map(
          (bucket) => answer(known, { ...question, bucket }, policies.get(bucket) ?? none).verdict,
        );
        return { name: user.accessKey, enabled: known.shown.enabled, verdicts };
      });
      return { users: rows, total: users.length };
    });
  };
}

const none: BucketPolicy = { statements: [], bindsUsers: undefined };

/** The policies of buckets; one that is not there has none. */
async function readBucketPolicies(
  port: BucketPort,
  buckets: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BucketPolicy>> {
  const names = [...new Set(buckets)].map((name) => checkBucket(name));
  const read = await boundedParallel(names, AT_ONCE, async (bucket) => {
    const statements = await statementsOf(port, bucket, signal);
    return [bucket, statements] as const;
  });
  const matters = read.some(([, statements]) => (statements?.length ?? 0) > 0);
  const bindsUsers = matters ? await holdsAgainstUsers(port, signal) : undefined;
  return new Map(read.map(([bucket, statements]) => [bucket, { statements, bindsUsers }]));
}

async function statementsOf({ s3 }: BucketPort, bucket: string, signal: AbortSignal) {
  try {
    const text = await unlessMissing('NoSuchBucketPolicy', s3.getBucketPolicy({ bucket, signal }));
    return text === undefined ? [] : bucketStatements(text, bucket);
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return undefined;
    if (hasCode(error, 'NoSuchBucket')) return [];
    throw error;
  }
}

/**
 * Whether the server holds the policies of buckets against users too. MinIO's own, whose versions
 * are times, holds them against anonymous users only; undefined where the caller may not ask.
 */
async function holdsAgainstUsers(
  { admin }: BucketPort,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    const [server] = (await admin.serverInfo({ signal })).servers;
    const version = server?.version ?? '';
    if (/^\d+\.\d+\.\d+/.test(version)) return true;
    return /\d{4}-\d\d-\d\d/.test(version) ? false : undefined;
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return undefined;
    throw error;
  }
}
