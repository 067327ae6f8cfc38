import { grants } from '@stowage/domain/actions';

export const AUDIT_LISTS = ['policies', 'users'] as const;
export type AuditList = (typeof AUDIT_LISTS)[number];

/** A list needs all of its actions. */
const NEEDED: Readonly<Record<AuditList, readonly string[]>> = {
  policies: ['admin:ListUserPolicies'],
  users: ['admin:GetPolicy', 'admin:ListUsers', 'admin:ListGroups'],
};

/** The actions that the caller lacks for a list; none when it may see the list. */
export function missingActions(
  list: AuditList,
  allowedActions: readonly string[],
): readonly string[] {
  return NEEDED[list].filter((action) => !grants(allowedActions, action));
}

/** The list that an address asks for; else the first that the caller may see. */
export function chosenList(asked: string, allowedActions: readonly string[]): AuditList {
  const named = AUDIT_LISTS.find((list) => list === asked);
  const open = AUDIT_LISTS.find((list) => missingActions(list, allowedActions).length === 0);
  return named ?? open ?? 'policies';
}
