import type { AdminAction } from '../actions.ts';

/**
 * Whoever may perform one of these can grant any right to anybody, and so escape their own
 * restrictions: they count only within a restriction that allows full administration anyway.
 */
export const GRANTING_ACTIONS: ReadonlySet<string> = new Set<AdminAction>([
  'admin:AddUserToGroup',
  'admin:AttachUserOrGroupPolicy',
  // Chooses which identity providers are trusted.
  'admin:ConfigUpdate',
  'admin:CreatePolicy',
  'admin:CreateUser',
  'admin:DeletePolicy',
  'admin:DisableGroup',
  'admin:EnableGroup',
  'admin:EnableUser',
  // Reveals everybody's secrets.
  'admin:ExportIAM',
  'admin:ImportIAM',
  'admin:RemoveUserFromGroup',
  'admin:UpdatePolicyAssociation',
  'admin:UpdateServiceAccount',
]);
