import {
  ABILITIES,
  type Ability,
  type AuditGrant,
  type AuditPolicy,
  type AuditUser,
} from '@stowage/contract/bucket-admin/access';

export type Extent = AuditGrant['extent'] | 'none';

/** A user, group or policy with its abilities in the bucket: a row of the matrix. */
export type AuditRow = {
  /** Identifies the row in the address. */
  readonly key: string;
  readonly name: string;
  readonly grants: readonly AuditGrant[];
} & (
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'policy'; readonly policy: AuditPolicy }
  | { readonly kind: 'user'; readonly user: AuditUser }
);

const ANONYMOUS_KEY = 'anonymous';

/** `name` is the label for anonymous users. */
export function anonymousRow(name: string, grants: readonly AuditGrant[]): AuditRow {
  return { key: ANONYMOUS_KEY, kind: 'anonymous', name, grants };
}

export function policyRow(policy: AuditPolicy): AuditRow {
  const { name, grants } = policy;
  return { key: `policy:${name}`, kind: 'policy', name, grants, policy };
}

export function userRow(user: AuditUser): AuditRow {
  const { name, grants } = user;
  return { key: `user:${name}`, kind: 'user', name, grants, user };
}

/** Returns how much of an ability is granted. */
export function extentOf(grants: readonly AuditGrant[], ability: Ability): Extent {
  return grants.find((grant) => grant.ability === ability)?.extent ?? 'none';
}

/** Returns the abilities granted to an extent, in column order. */
export function abilitiesOf(grants: readonly AuditGrant[], extent: Extent): readonly Ability[] {
  return ABILITIES.filter((ability) => extentOf(grants, ability) === extent);
}

export interface AuditSort {
  readonly column: 'name' | Ability;
  readonly descending: boolean;
}

/**
 * Returns the sort order requested by an address, such as '-delete'; by name if it names no column.
 */
export function parseAuditSort(text: string): AuditSort {
  const descending = text.startsWith('-');
  const wanted = descending ? text.slice(1) : text;
  const column = ABILITIES.find((ability) => ability === wanted);
  if (column !== undefined) return { column, descending };
  return { column: 'name', descending: descending && wanted === 'name' };
}

/** Returns the sort order for the address; '' for the default. */
export function auditSortText(column: string, descending: boolean): string {
  return column === 'name' && !descending ? '' : `${descending ? '-' : ''}${column}`;
}

const RANK: Readonly<Record<Extent, number>> = { none: 0, part: 1, all: 2 };
const byName = new Intl.Collator('en', { numeric: true }).compare;

/**
 * Returns the rows whose names contain a text, case-insensitively, sorted: anonymous users always
 * come first.
 */
export function visibleRows(
  rows: readonly AuditRow[],
  filter: string,
  { column, descending }: AuditSort,
): readonly AuditRow[] {
  const wanted = filter.trim().toLowerCase();
  const sign = descending ? -1 : 1;
  const rank = (row: AuditRow) => (column === 'name' ? 0 : RANK[extentOf(row.grants, column)]);
  return rows
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        Number(b.kind === 'anonymous') - Number(a.kind === 'anonymous') ||
        sign * (rank(a) - rank(b)) ||
        (column === 'name' ? sign : 1) * byName(a.name, b.name),
    );
}
