import type { LdapEntity } from '@stowage/contract/identity/ldap';

/** What the entities are grouped by. */
export const VIEWS = ['user', 'group', 'policy'] as const;
export type View = (typeof VIEWS)[number];

/** A row: an entity with its policies or, in the policy view, with one of them. */
export interface LdapRow {
  readonly entity: LdapEntity;
  readonly policies: readonly string[];
}

/** Returns the key that identifies a row within a view. */
export function rowKey({ entity, policies }: LdapRow): string {
  return JSON.stringify([entity.kind, entity.dn, policies]);
}

/** Returns the rows of a view. */
export function rowsOf(entities: readonly LdapEntity[], view: View): readonly LdapRow[] {
  if (view !== 'policy') {
    return entities
      .filter(({ kind }) => kind === view)
      .map((entity) => ({ entity, policies: entity.policies }));
  }
  return entities
    .flatMap((entity) => entity.policies.map((policy) => ({ policy, entity })))
    .sort((a, b) => a.policy.localeCompare(b.policy))
    .map(({ policy, entity }) => ({ entity, policies: [policy] }));
}

/** Returns the rows whose DN or policies contain the text, case-insensitively. */
export function matching(rows: readonly LdapRow[], filter: string): readonly LdapRow[] {
  const wanted = filter.trim().toLowerCase();
  return rows.filter(({ entity, policies }) =>
    [entity.dn, ...policies].some((text) => text.toLowerCase().includes(wanted)),
  );
}
