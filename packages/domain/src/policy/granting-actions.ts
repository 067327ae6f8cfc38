import type { AdminAction } from '../actions.ts';

/**
 * Who may do one of these can give any right to anybody, and so free themselves of what
 * bounds them: they count only in a bound that allows all administration anyway.
 */
export const GRANTING_ACTIONS: ReadonlySet<string> = new Set<AdminAction>([
  'admin:AddUserToGroup',
  'admin:AttachUserOrGroupPolicy',
  // Who has it names the identity providers whose word counts.
  'admin:ConfigUpdate',
  'admin:CreatePolicy',
  'admin:CreateUser',
  'admin:DeletePolicy',
  'admin:DisableGroup',
  'admin:EnableGroup',
  'admin:EnableUser',
  // Who has it reads the secrets of everybody.
  'admin:ExportIAM',
  'admin:ImportIAM',
  'admin:RemoveUserFromGroup',
  'admin:UpdatePolicyAssociation',
  'admin:UpdateServiceAccount',
]);
