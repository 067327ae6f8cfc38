import type { BucketDocument, SectionChange } from '@stowage/contract/bucket-admin/document';
import { evaluate } from '@stowage/domain/policy';
import { type Account, readAccount } from '../../../upstream/account.ts';
import type { Target } from './section-rules.ts';
import { type ComparedSection, comparedRevision, compareSettings } from './sections.ts';

/** What would change, with what is known against it, and the name of the state that was compared. */
export async function previewSettings(
  document: BucketDocument,
  target: Target,
): Promise<{ changes: SectionChange[]; revision: string }> {
  const [account, compared] = await Promise.all([
    readAccount(target.admin, target.signal),
    compareSettings(document, target),
  ]);
  const changes = compared
    .filter(({ differs }) => differs)
    .map((section) => present(section, account, target.bucket));
  return { changes: await Promise.all(changes), revision: comparedRevision(compared) };
}

async function present(
  { section, from, to, action, refusal }: ComparedSection,
  account: Account,
  bucket: string,
): Promise<SectionChange> {
  const reason = canDo(account, action, bucket)
    ? await refusal()
    : `Your account lacks the permission ${action}.`;
  const before = print(from);
  const after = print(to);
  return {
    section,
    ...(before !== undefined && { from: before }),
    ...(after !== undefined && { to: after }),
    ...(reason !== undefined && { refusal: reason }),
  };
}

function canDo({ policy, context }: Account, action: string, bucket: string): boolean {
  return evaluate(policy.documents, { action, bucket, context }) === 'allow';
}

/** Text for people; undefined for what is off or unknown. */
function print(value: unknown): string | undefined {
  if (value === null || value === undefined || value === 'off') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
