import * as contract from '@stowage/contract/identity/access-explorer';
import type { S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../../bounded-parallel.ts';
import { unlessMissing } from '../../../changes/refused-field.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { Session } from '../../../sessions/session.ts';
import { checkBucket } from '../../../storage-names.ts';
import { readDialect } from '../../../upstream/dialect.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { answer, needsDialect } from './answers.ts';
import { findHolder, type HolderPort, knownUser, readDirectory } from './holders.ts';
import { bucketStatements, type Held } from './statements.ts';

interface BucketPort {
  readonly s3: Pick<S3Client, 'getBucketPolicy'>;
}

const AT_ONCE = 8;

/** Explains who may do what, and why. */
export function accessExplorerRoutes(storage: StorageAccess): RouteModule {
  const portOf = (session: Session, signal: AbortSignal): HolderPort => ({
    admin: storage.clientsOf(session).admin,
    account: () => storage.accountOf(session, signal),
  });
  return ({ serve }) => {
    serve(contract.exploreAccess, async ({ session, body, signal }) => {
      const { subject, questions } = body;
      const port = storage.clientsOf(session);
      const names = questions.flatMap(({ bucket }) => bucket || []);
      const [known, buckets] = await Promise.all([
        findHolder(portOf(session, signal), subject, signal),
        readBucketPolicies(port, names, signal),
      ]);
      const matters = needsDialect(known, questions, [...buckets.values()]);
      const dialect = matters ? await readDialect(port.admin, signal) : undefined;
      const answers = questions.map((question) =>
        answer(known, question, { bucket: policyIn(buckets, question.bucket), dialect }),
      );
      return { holder: known.shown, answers };
    });

    serve(contract.accessMatrix, async ({ session, body, signal }) => {
      const { question, search, offset } = body;
      const port = storage.clientsOf(session);
      const [all, mappings, buckets] = await Promise.all([
        port.admin.listUsers({ signal }),
        port.admin.listPolicyMappings({ signal }),
        readBucketPolicies(port, body.buckets, signal),
      ]);
      const wanted = search.toLowerCase();
      const users = all
        .filter(({ accessKey }) => accessKey.toLowerCase().includes(wanted))
        .sort((a, b) => (a.accessKey < b.accessKey ? -1 : 1));
      const page = users.slice(offset, offset + contract.MATRIX_SIDE);
      const directory = await readDirectory(portOf(session, signal), page, mappings, signal);
      const known = page.map((user) => knownUser(user, directory));
      const matters = known.some((one) => needsDialect(one, [question], [...buckets.values()]));
      const dialect = matters ? await readDialect(port.admin, signal) : undefined;
      const rows = known.map((one) => ({
        name: one.shown.name,
        enabled: one.shown.enabled,
        verdicts: body.buckets.map((bucket) => {
          const place = { bucket: policyIn(buckets, bucket), dialect };
          return answer(one, { ...question, bucket }, place).verdict;
        }),
      }));
      return { users: rows, total: users.length };
    });
  };
}

type BucketPolicies = ReadonlyMap<string, readonly Held[] | undefined>;

function policyIn(buckets: BucketPolicies, name = ''): readonly Held[] | undefined {
  return buckets.has(name) ? buckets.get(name) : [];
}

/** The policies of buckets; a missing bucket has none. */
async function readBucketPolicies(
  port: BucketPort,
  buckets: readonly string[],
  signal: AbortSignal,
): Promise<BucketPolicies> {
  const names = [...new Set(buckets)].map((name) => checkBucket(name));
  const read = await boundedParallel(names, AT_ONCE, async (bucket) => {
    return [bucket, await statementsOf(port, bucket, signal)] as const;
  });
  return new Map(read);
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
