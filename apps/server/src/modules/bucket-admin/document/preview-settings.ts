import type { BucketDocument, SectionChange } from '@stowage/contract/bucket-admin/document';
import { capabilityFor } from '@stowage/domain/capabilities';
import { evaluate } from '@stowage/domain/policy';
import type { Account } from '../../../upstream/account.ts';
import { notOffered } from '../../../upstream/capabilities/guarded-clients.ts';
import type { Target } from './section-rules.ts';
import { type ComparedSection, comparedRevision, compareSettings } from './sections.ts';

/** Returns what would change, with known objections, and the revision of the compared state. */
export async function previewSettings(
  document: BucketDocument,
  target: Target,
  readAccount: (signal: AbortSignal) => Promise<Account>,
): Promise<{ changes: SectionChange[]; revision: string }> {
  const [account, compared] = await Promise.all([
    readAccount(target.signal),
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
  const reason = refusalFor(account, action, bucket) ?? (await refusal());
  const before = print(from);
  const after = print(to);
  return {
    section,
    ...(before !== undefined && { from: before }),
    ...(after !== undefined && { to: after }),
    ...(reason !== undefined && { refusal: reason }),
  };
}

/** Why the account cannot change the section at all; undefined if it can. */
function refusalFor(
  { policy, context, capabilities }: Account,
  action: string,
  bucket: string,
): string | undefined {
  const needed = capabilityFor(action);
  if (needed && !capabilities[needed]) return notOffered(needed).detail;
  const decision = evaluate(policy.documents, { action, bucket, context });
  return decision === 'allow' ? undefined : `Your account lacks the permission ${action}.`;
}

/** Text for display; undefined for settings that are off or unknown. */
function print(value: unknown): string | undefined {
  if (value === null || value === undefined || value === 'off') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
