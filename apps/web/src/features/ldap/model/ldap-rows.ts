import type { LdapEntity } from '@stowage/contract/identity/ldap';

/** By what the entities are looked at. */
export const VIEWS = ['user', 'group', 'policy'] as const;
export type View = (typeof VIEWS)[number];

/** What a row shows: an entity with its policies, or, by policy, with one of them. */
export interface LdapRow {
  readonly entity: LdapEntity;
  readonly policies: readonly string[];
}

/** Rows of a view are about different things if these differ. */
export function rowKey({ entity, policies }: LdapRow): string {
  return JSON.stringify([entity.kind, entity.dn, policies]);
}

/** The rows of a view. */
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

/** Those whose DN or one of whose policies holds the text, whatever its case. */
export function matching(rows: readonly LdapRow[], filter: string): readonly LdapRow[] {
  const wanted = filter.trim().toLowerCase();
  return rows.filter(({ entity, policies }) =>
    [entity.dn, ...policies].some((text) => text.toLowerCase().includes(wanted)),
  );
}
