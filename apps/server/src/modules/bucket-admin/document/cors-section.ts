import { notOffered } from '../../../upstream/capabilities/guarded-clients.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { contentOf, ruleOf } from '../cors/rule.ts';
import { readCors, writeRules } from '../cors/rules.ts';
import type { SectionRules } from './section-rules.ts';

export const corsSection: SectionRules<'cors'> = {
  setting: 'cors',
  action: (rules) => (rules === null ? 's3:DeleteBucketCors' : 's3:PutBucketCors'),
  async read({ s3, bucket, signal }) {
    const { rules } = await readCors(s3, bucket, signal);
    return rules.length === 0 ? null : rules.map(contentOf);
  },
  settle: ({ wanted }) => (wanted && wanted.length > 0 ? wanted : null),
  async refusal(rules, { s3, bucket, signal }) {
    const now = rules && (await unlessDenied(readCors(s3, bucket, signal)));
    return now && !now.offered ? notOffered('cors').detail : undefined;
  },
  write: (rules, { s3, bucket }) =>
    writeRules(
      s3,
      bucket,
      (rules ?? []).map((rule) => ruleOf(rule)),
    ),
};
