import { grants } from '@stowage/domain/actions';

export const AUDIT_LISTS = ['policies', 'users'] as const;
export type AuditList = (typeof AUDIT_LISTS)[number];

/** A list requires all of its actions. */
const NEEDED: Readonly<Record<AuditList, readonly string[]>> = {
  policies: ['admin:ListUserPolicies'],
  users: ['admin:GetPolicy', 'admin:ListUsers', 'admin:ListGroups'],
};

/** Returns the actions the caller lacks for a list; none if it can be seen. */
export function missingActions(
  list: AuditList,
  allowedActions: readonly string[],
): readonly string[] {
  return NEEDED[list].filter((action) => !grants(allowedActions, action));
}

/** Returns the list requested by an address, otherwise the first one the caller can see. */
export function chosenList(asked: string, allowedActions: readonly string[]): AuditList {
  const named = AUDIT_LISTS.find((list) => list === asked);
  const open = AUDIT_LISTS.find((list) => missingActions(list, allowedActions).length === 0);
  return named ?? open ?? 'policies';
}
