import type { AccessStatement } from '@stowage/contract/identity/access-explorer';
import type { PolicyDocument } from '@stowage/domain/policy';
import type { HeldStatement } from '@stowage/domain/policy/explain';
import { readBucketStatement, readStatements } from '../../../upstream/effective-policy.ts';

/** How an account has a statement. */
export interface Origin extends Pick<AccessStatement, 'policy' | 'kind' | 'group' | 'index'> {
  /** JSON. */
  readonly text: string;
}

export type Held = HeldStatement<Origin>;
type Source = Pick<Origin, 'policy' | 'kind' | 'group'>;

/** Parses the statements of a policy of users, groups or keys, as sent by the server. */
export function heldStatements(document: unknown, source: Source): Held[] {
  return readStatements(document).map(({ written, documents }, index) => ({
    origin: { ...source, index, text: JSON.stringify(written) },
    effect: written.Effect === 'Allow' ? 'Allow' : 'Deny',
    documents,
    whole: isWhole(written, documents),
  }));
}

/** Whether it was parsed completely, as one statement or as one per action. */
function isWhole(written: object, documents: readonly PolicyDocument[]): boolean {
  const { Action } = written as { readonly Action?: unknown };
  const read = documents.flatMap(({ Statement }) => Statement);
  const [first] = read;
  if (read.length !== 1) return Array.isArray(Action) && read.length === Action.length;
  return (
    first?.Action?.length === undefined || first.Action.length === new Set([Action].flat()).size
  );
}

/** Parses the statements of a bucket's own policy from JSON. */
export function bucketStatements(text: string, bucket: string): Held[] {
  const policy: unknown = JSON.parse(text);
  const { Statement } = (policy ?? {}) as { readonly Statement?: unknown };
  return [Statement ?? []].flat().map((written, index) => {
    const documents = readBucketStatement(written, bucket);
    const { Effect } = (written ?? {}) as { readonly Effect?: unknown };
    return {
      origin: { policy: '', kind: 'bucket', index, text: JSON.stringify(written) },
      effect: Effect === 'Allow' ? 'Allow' : 'Deny',
      documents,
      whole: documents.length > 0,
    };
  });
}
