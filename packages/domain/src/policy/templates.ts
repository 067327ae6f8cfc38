import type { PolicyStatement } from './document.ts';

/** Starting points for new policies. */
export const POLICY_TEMPLATES = [
  'read',
  'readWrite',
  'writeOnly',
  'homeFolder',
  'fromNetwork',
  'untilDate',
  'monitoring',
  'userAdministration',
] as const;
export type PolicyTemplate = (typeof POLICY_TEMPLATES)[number];

/** Templates that suit a bucket policy. */
export const BUCKET_POLICY_TEMPLATES = [
  'read',
  'readWrite',
  'writeOnly',
  'fromNetwork',
  'untilDate',
] as const satisfies readonly PolicyTemplate[];

const arn = (pattern: string) => `arn:aws:s3:::${pattern}`;
const allow = (
  Action: readonly string[],
  Resource?: readonly string[],
  Condition?: PolicyStatement['Condition'],
): PolicyStatement => ({
  Effect: 'Allow',
  Action,
  ...(Resource && { Resource }),
  ...(Condition && { Condition }),
});
const LIST = ['s3:GetBucketLocation', 's3:ListBucket'];
const USERNAME = ['$', '{aws:username}'].join('');

/**
 * Returns the text of a template for a bucket, as indented JSON.
 *
 * @param today the start of time limits
 * @param ofBucket whether it is a bucket policy: it has no principals yet, so it allows nothing and
 *    cannot be saved until some are added
 */
export function policyTemplateText(
  template: PolicyTemplate,
  bucket: string,
  today: Date,
  ofBucket = false,
): string {
  const Statement = statementsOf(template, bucket, today).map(({ Effect, ...rest }) =>
    ofBucket ? { Effect, Principal: { AWS: [] }, ...rest } : { Effect, ...rest },
  );
  return JSON.stringify({ Version: '2012-10-17', Statement }, null, 2);
}

function statementsOf(
  template: PolicyTemplate,
  bucket: string,
  today: Date,
): readonly PolicyStatement[] {
  const list = allow(LIST, [arn(bucket)]);
  const objects = [arn(`${bucket}/*`)];
  switch (template) {
    case 'read':
      return [list, allow(['s3:GetObject'], objects)];
    case 'readWrite':
      return [list, allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], objects)];
    case 'writeOnly':
      return [allow(['s3:PutObject'], objects)];
    case 'homeFolder': {
      const home = `home/${USERNAME}/*`;
      const condition = { StringLike: { 's3:prefix': [home] } };
      return [
        allow(['s3:ListBucket'], [arn(bucket)], condition),
        allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [arn(`${bucket}/${home}`)]),
      ];
    }
    case 'fromNetwork':
      return [
        list,
        allow(['s3:GetObject', 's3:PutObject'], objects, {
          IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] },
        }),
      ];
    case 'untilDate': {
      const end = new Date(today.getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
      const condition = { DateLessThan: { 'aws:CurrentTime': [`${end}T00:00:00Z`] } };
      return [allow([...LIST, 's3:GetObject'], [arn(bucket), ...objects], condition)];
    }
    case 'monitoring':
      return [
        allow(['admin:ServerInfo', 'admin:StorageInfo', 'admin:DataUsageInfo', 'admin:Prometheus']),
      ];
    case 'userAdministration':
      return [
        allow([
          'admin:ListUsers',
          'admin:GetUser',
          'admin:CreateUser',
          'admin:EnableUser',
          'admin:DisableUser',
          'admin:DeleteUser',
          'admin:ListGroups',
          'admin:GetGroup',
          'admin:ListUserPolicies',
          'admin:GetPolicy',
        ]),
      ];
  }
}
