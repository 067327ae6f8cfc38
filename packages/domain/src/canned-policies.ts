import type { PolicyDocument, PolicyStatement } from './policy/document.ts';

const EVERYTHING = ['arn:aws:s3:::*'];

function canned(...Statement: PolicyStatement[]): PolicyDocument {
  return { Version: '2012-10-17', Statement };
}

function allow(Action: readonly string[], Resource?: readonly string[]): PolicyStatement {
  return { Effect: 'Allow', Action, ...(Resource === undefined ? {} : { Resource }) };
}

/** The policies that every new server has, by name, with MinIO's content. */
export const CANNED_POLICIES = {
  readwrite: canned(allow(['s3:*'], EVERYTHING)),
  readonly: canned(allow(['s3:GetBucketLocation', 's3:GetObject'], EVERYTHING)),
  writeonly: canned(allow(['s3:PutObject'], EVERYTHING)),
  diagnostics: canned(
    allow(
      [
        'admin:Profiling',
        'admin:ServerTrace',
        'admin:ConsoleLog',
        'admin:ServerInfo',
        'admin:TopLocksInfo',
        'admin:OBDInfo',
        'admin:BandwidthMonitor',
        'admin:Prometheus',
      ],
      EVERYTHING,
    ),
  ),
  consoleAdmin: canned(allow(['admin:*']), allow(['kms:*']), allow(['s3:*'], EVERYTHING)),
} as const satisfies Record<string, PolicyDocument>;

export type CannedPolicyName = keyof typeof CANNED_POLICIES;

/** Whether a policy with this name is built in. */
export function isCannedPolicy(name: string): name is CannedPolicyName {
  return Object.hasOwn(CANNED_POLICIES, name);
}
