import { auditVerdicts } from '@stowage/domain/bucket-audit';
import { describe, expect, it } from 'vitest';
import { bookBucketPolicy, bookPolicy, held, presentVerdict } from './policy-book.ts';

const allow = (Action: unknown, more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource: ['arn:aws:s3:::b/*'],
  ...more,
});
const policy = (...Statement: object[]) => ({ Version: '2012-10-17', Statement });
const grants = (document: object) =>
  auditVerdicts([held({ policy: bookPolicy('p', document, 'b'), kind: 'user' })]).map(
    presentVerdict,
  );

describe('a policy in the audit', () => {
  it('keeps the places of its statements, also after one that the engine cannot read', () => {
    const odd = allow(['s3:GetWeather'], { Condition: { Moon: { 'aws:Phase': 'full' } } });
    const [grant] = grants(policy(odd, allow(['s3:GetObject'], { Sid: 'mine' })));
    expect(grant).toMatchObject({ ability: 'read', because: [{ index: 1, sid: 'mine' }] });
  });

  it('counts the actions that the engine knows beside one that it does not', () => {
    expect(grants(policy(allow(['s3:GetWeather', 's3:GetObject'])))).toMatchObject([
      { ability: 'read', extent: 'all' },
    ]);
  });

  it('tells twenty reasons at most, and what denies before what allows', () => {
    const many = Array.from({ length: 40 }, () => allow(['s3:GetObject']));
    const deny = allow(['s3:GetObject'], { Effect: 'Deny', Resource: ['arn:aws:s3:::b/x/*'] });
    const [grant] = grants(policy(...many, deny));
    expect(grant?.because).toHaveLength(20);
    expect(grant?.because[0]).toMatchObject({ index: 40, effect: 'Deny' });
  });

  it('of the bucket may be one statement without a list, or hold none at all', () => {
    const Statement = { ...allow('s3:GetObject'), Principal: '*' };
    const of = (text: string) =>
      auditVerdicts([held({ policy: bookBucketPolicy(text, 'b'), kind: 'bucket' }, '')]);
    expect(of(JSON.stringify({ Version: '2012-10-17', Statement }))).toHaveLength(1);
    for (const text of ['{}', '[]', 'null', '{"Statement":[null,1,"x"]}']) {
      expect(of(text)).toEqual([]);
    }
  });
});
