import { describe, expect, it } from 'vitest';
import type { AdminCall } from './support/admin.ts';
import { adminErrorCode, adminJson, adminSend, createUser } from './support/admin.ts';
import { ofTarget } from './support/differences.ts';
import { freshName, useServer } from './support/server.ts';

const server = useServer();
const call = (asked: AdminCall) => adminJson(server.target, asked);

async function refusal(asked: AdminCall): Promise<string> {
  const response = await adminSend(server.target, asked);
  return `${response.status} ${adminErrorCode(response)}`.trim();
}

const add = (name: string, body: string): AdminCall => ({
  method: 'PUT',
  operation: 'add-canned-policy',
  query: { name },
  body,
});
const remove = (name: string): AdminCall => ({
  method: 'DELETE',
  operation: 'remove-canned-policy',
  query: { name },
});
const text = (...Statement: readonly object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement });

const ALLOW = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::b/*'] };

describe('a policy', () => {
  it('is described with the times of its making and last change', async () => {
    const name = freshName('policy');
    const before = Date.now() - 1_000;
    await call(add(name, text(ALLOW)));
    const describePolicy = async () =>
      Object(await call({ operation: 'info-canned-policy', query: { name, v: '2' } }));
    const first = await describePolicy();
    expect(first).toMatchObject({ PolicyName: name, Policy: { Statement: [ALLOW] } });
    expect(Date.parse(first.CreateDate)).toBeGreaterThan(before);
    await call(add(name, text({ ...ALLOW, Action: ['s3:PutObject'] })));
    const second = await describePolicy();
    expect(second.CreateDate).toBe(first.CreateDate);
    expect(Date.parse(second.UpdateDate)).toBeGreaterThan(Date.parse(first.UpdateDate));
    const plain = await call({ operation: 'info-canned-policy', query: { name } });
    expect(Object(plain).Statement[0].Action).toEqual(['s3:PutObject']);
  });

  it('is described alone', async () => {
    const query = { name: 'readonly,readwrite' };
    expect(await refusal({ operation: 'info-canned-policy', query })).toBe(
      '400 XMinioAdminInvalidRequest',
    );
    expect(await refusal({ operation: 'info-canned-policy', query: { name: 'none' } })).toBe(
      '404 XMinioAdminNoSuchPolicy',
    );
  });

  it('is listed for the buckets that it is about', async () => {
    const [here, inside, elsewhere] = [1, 2, 3].map(() => freshName('policy'));
    const bucket = freshName();
    await call(add(here ?? '', text({ ...ALLOW, Resource: [`arn:aws:s3:::${bucket}*`] })));
    await call(add(inside ?? '', text({ ...ALLOW, Resource: [`arn:aws:s3:::${bucket}/*`] })));
    await call(add(elsewhere ?? '', text({ ...ALLOW, Resource: ['arn:aws:s3:::x/*'] })));
    const operation = 'list-canned-policies';
    const all = Object.keys(Object(await call({ operation })));
    expect(all).toEqual(expect.arrayContaining([here, inside, elsewhere]));
    const listed = Object.keys(Object(await call({ operation, query: { bucket } })));
    expect(listed).toEqual(expect.arrayContaining([here, 'readwrite']));
    expect(listed).not.toContain(elsewhere);
    expect(listed.includes(inside ?? '')).toBe(ofTarget('listsPoliciesOfWhatIsInABucket'));
    const user = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, user, here);
    const other = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, other, elsewhere);
    const users = Object.keys(Object(await call({ operation: 'list-users', query: { bucket } })));
    expect(users).toContain(user.accessKey);
    expect(users).not.toContain(other.accessKey);
  });

  it('stays while somebody has it', async () => {
    const name = freshName('policy');
    await call(add(name, text(ALLOW)));
    const user = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, user, name);
    expect(await refusal(remove(name))).toBe('400 XMinioIAMPolicyInUse');
    const query = { accessKey: user.accessKey };
    await call({ method: 'DELETE', operation: 'remove-user', query });
    expect(await refusal(remove(name))).toBe('200');
    expect(await refusal(remove(name))).toBe('200');
  });

  it('that is built in stays', async () => {
    expect(await refusal(remove('writeonly'))).toBe(ofTarget('refusalToRemoveBuiltIns'));
  });

  it('counts together with the others of an entity', async () => {
    const user = { accessKey: freshName('user'), secretKey: 'some-secret' };
    await createUser(server.target, user, 'readonly,diagnostics');
    expect(await refusal({ operation: 'info', account: user })).toBe('200');
    const query = { accessKey: user.accessKey };
    const { policyName } = Object(await call({ operation: 'user-info', query }));
    expect(policyName.split(',').sort()).toEqual(['diagnostics', 'readonly']);
  });

  it.each([
    ['a comma', 'a,b', '400 PolicyInvalidName'],
    ['spaces around', ' a ', '400 XMinioInvalidResource'],
  ])('is refused with %s in its name', async (_, name, expected) => {
    expect(await refusal(add(name, text(ALLOW)))).toBe(expected);
  });

  it.each([
    ['nothing', '', '411 MissingContentLength'],
    ['more than 20 KiB', ' '.repeat(20 * 1024 + 1), '400 EntityTooLarge'],
    ['no version', JSON.stringify({ Statement: [ALLOW] }), '400 MalformedPolicy'],
    ['no statement', text(), '400 XMinioAdminInvalidArgument'],
  ])('is refused with %s', async (_, body, expected) => {
    expect(await refusal(add(freshName('policy'), body))).toBe(expected);
  });

  const key = 's3:prefix';
  it.each<[name: string, document: object | string]>([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['an older version', { Version: '2008-10-17', Statement: [ALLOW] }],
    ['an unknown effect', { ...ALLOW, Effect: 'Perhaps' }],
    ['no effect', { ...ALLOW, Effect: undefined }],
    ['no action', { ...ALLOW, Action: [] }],
    ['an unknown action', { ...ALLOW, Action: ['s3:Fly'] }],
    ['action and not action', { ...ALLOW, NotAction: ['s3:PutObject'] }],
    ['no resource', { ...ALLOW, Resource: undefined }],
    ['resource and not resource', { ...ALLOW, NotResource: ['arn:aws:s3:::c/*'] }],
    ['a resource of another service', { ...ALLOW, Resource: ['arn:aws:sqs:::b'] }],
    ['a key below no bucket', { ...ALLOW, Resource: ['arn:aws:s3:::/x'] }],
    ['actions of S3 and of administrators', { ...ALLOW, Action: ['s3:GetObject', 'admin:*'] }],
    ['an unknown operator', { ...ALLOW, Condition: { Sounds: { [key]: 'x' } } }],
    ['an unknown key', { ...ALLOW, Condition: { StringEquals: { 'aws:nothing': 'x' } } }],
    ['a key of another action', { ...ALLOW, Condition: { StringEquals: { [key]: 'x' } } }],
    ['a number that is none', list({ NumericEquals: { 's3:max-keys': 'many' } })],
    ['a time that is none', list({ DateEquals: { 'aws:CurrentTime': 'noon' } })],
    ['an address that is none', list({ IpAddress: { 'aws:SourceIp': '1.2.3' } })],
    ['a truth that is none', list({ Bool: { 'aws:SecureTransport': 'perhaps' } })],
    ['a number for a text', list({ StringEquals: { [key]: 5 } })],
    ['no value', list({ StringEquals: { [key]: [] } })],
  ])('is refused with %s', async (_, document) => {
    const body =
      typeof document === 'string'
        ? document
        : 'Version' in document
          ? JSON.stringify(document)
          : text(document);
    expect(await refusal(add(freshName('policy'), body))).toBe('400 XMinioMalformedIAMPolicy');
  });

  it.each([
    ['an unknown field', { ...ALLOW, Conditions: { StringEquals: { [key]: 'x' } } }],
    ['a principal', { ...ALLOW, Principal: '*' }],
    ['an empty resource', { ...ALLOW, Resource: ['arn:aws:s3:::'] }],
  ])('is refused with %s where care is taken', async (_, statement) => {
    expect(await refusal(add(freshName('policy'), text(statement)))).toBe(
      ofTarget('answerToCarelessPolicies'),
    );
  });

  it.each([
    ['texts instead of lists', { ...ALLOW, Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*' }],
    ['names of fields in any case', { effect: 'Allow', action: 's3:*', resource: '*' }],
    ['an id of a statement', { ...ALLOW, Sid: 'one' }],
    ['variables', { ...ALLOW, Resource: [`arn:aws:s3:::b/\${aws:username}/*`] }],
    ['administrators alone', { Effect: 'Allow', Action: ['admin:*'] }],
    ['numbers for numbers', list({ NumericLessThan: { 's3:max-keys': 5 } })],
    ['a qualifier', list({ 'ForAnyValue:StringLike': { [key]: ['a*', 'b*'] } })],
    [
      'not the rest',
      { Effect: 'Deny', NotAction: ['s3:GetObject'], NotResource: ['arn:aws:s3:::b/*'] },
    ],
  ])('is taken with %s', async (_, statement) => {
    expect(await refusal(add(freshName('policy'), text(statement)))).toBe('200');
  });
});

function list(Condition: object): object {
  return { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: ['arn:aws:s3:::b'], Condition };
}
