import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage, xmlAt } from '../../testing/test-storage.ts';

let storage: TestStorage;

beforeAll(async () => {
  storage = await startTestStorage();
});

afterAll(() => storage.close());

const bucket = (method: string, path: string, body = '', headers: Record<string, string> = {}) =>
  storage.call({ method, path: `/${path}`, body, headers });

const SUSPENDED = '<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>';

describe('object lock', () => {
  const configuration = (rule: string) =>
    `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled>${rule}</ObjectLockConfiguration>`;
  const defaultRule = (period: string) =>
    `<Rule><DefaultRetention><Mode>GOVERNANCE</Mode>${period}</DefaultRetention></Rule>`;
  const bypass = { 'x-amz-bypass-governance-retention': 'true' };
  const retention = (mode: string, until: Date) =>
    `<Retention><Mode>${mode}</Mode><RetainUntilDate>${until.toISOString()}</RetainUntilDate></Retention>`;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  beforeAll(async () => {
    await bucket('PUT', 'locked', '', { 'x-amz-bucket-object-lock-enabled': 'true' });
    await bucket('PUT', 'unlocked');
  });

  it('switches versioning on and keeps it on', async () => {
    expect(xmlAt(await bucket('GET', 'locked?versioning'), 'Status')).toBe('Enabled');
    expect(errorOf(await bucket('PUT', 'locked?versioning', SUSPENDED))).toBe(
      '409 InvalidBucketState',
    );
    expect(errorOf(await bucket('PUT', 'unlocked?object-lock', configuration('')))).toBe(
      '409 InvalidBucketState',
    );
  });

  it('gives new objects the default retention', async () => {
    const rule = configuration(defaultRule('<Days>2</Days>'));
    expect((await bucket('PUT', 'locked?object-lock', rule)).status).toBe(200);
    expect((await bucket('GET', 'locked?object-lock')).text).toContain('<Days>2</Days>');
    const { headers } = await bucket('PUT', 'locked/held', 'x');
    const head = await bucket('HEAD', 'locked/held');
    expect(head.headers['x-amz-object-lock-mode']).toBe('GOVERNANCE');
    const version = `locked/held?versionId=${headers['x-amz-version-id']}`;
    expect(errorOf(await bucket('DELETE', version))).toBe('403 AccessDenied');
    expect((await bucket('DELETE', version, '', bypass)).status).toBe(204);
    await bucket('PUT', 'locked?object-lock', configuration(''));
  });

  it.each(['<Days>0</Days>', '<Days>-1</Days>', '<Years>101</Years>'])(
    'refuses a default of %s',
    async (period) => {
      const rule = configuration(defaultRule(period));
      expect(errorOf(await bucket('PUT', 'locked?object-lock', rule))).toBe('400 InvalidArgument');
    },
  );

  it('lets retention grow, and shrink only with a bypass', async () => {
    await bucket('PUT', 'locked/kept', 'x');
    const set = (until: Date, headers: Record<string, string> = {}) =>
      bucket('PUT', 'locked/kept?retention', retention('GOVERNANCE', until), headers);
    expect(errorOf(await bucket('GET', 'locked/kept?retention'))).toBe(
      '404 NoSuchObjectLockConfiguration',
    );
    expect((await set(inDays(2))).status).toBe(200);
    expect((await set(inDays(3))).status).toBe(200);
    expect(errorOf(await set(inDays(1)))).toBe('403 AccessDenied');
    expect((await set(inDays(1), bypass)).status).toBe(200);
    expect(xmlAt(await bucket('GET', 'locked/kept?retention'), 'Mode')).toBe('GOVERNANCE');
    const strict = retention('COMPLIANCE', inDays(4));
    expect(errorOf(await bucket('PUT', 'locked/kept?retention', strict))).toBe('403 AccessDenied');
    const removed = await bucket('PUT', 'locked/kept?retention', '<Retention/>', bypass);
    expect(removed.status).toBe(200);
    expect(errorOf(await bucket('GET', 'locked/kept?retention'))).toBe(
      '404 NoSuchObjectLockConfiguration',
    );
  });

  it('in compliance mode cannot be passed over', async () => {
    const written = await bucket('PUT', 'locked/strict', 'x', {
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': inDays(1).toISOString(),
    });
    const version = `locked/strict?versionId=${written.headers['x-amz-version-id']}`;
    expect(errorOf(await bucket('DELETE', version, '', bypass))).toBe('403 AccessDenied');
    const weaker = retention('GOVERNANCE', inDays(2));
    expect(errorOf(await bucket('PUT', 'locked/strict?retention', weaker, bypass))).toBe(
      '403 AccessDenied',
    );
    const lowerCase = retention('compliance', inDays(3));
    expect(errorOf(await bucket('PUT', 'locked/strict?retention', lowerCase))).toBe(
      '400 MalformedXML',
    );
  });

  it.each(['retention', 'legal-hold'])(
    'of a kind that cannot be read (%s) is told of last',
    async (kind) => {
      expect(errorOf(await bucket('PUT', `absent/k?${kind}`))).toBe('404 NoSuchBucket');
      expect(errorOf(await bucket('PUT', `locked/k?${kind}`))).toBe('400 MalformedXML');
      const call = {
        method: 'PUT',
        path: `/locked/k?${kind}`,
        body: '<',
        as: 'anonymous' as const,
      };
      expect(errorOf(await storage.call(call))).toBe('403 AccessDenied');
    },
  );

  it('holds an object until the hold is taken away', async () => {
    const hold = (status: string) =>
      bucket('PUT', 'locked/case?legal-hold', `<LegalHold><Status>${status}</Status></LegalHold>`);
    const written = await bucket('PUT', 'locked/case', 'x');
    const version = `locked/case?versionId=${written.headers['x-amz-version-id']}`;
    expect((await hold('ON')).status).toBe(200);
    expect(xmlAt(await bucket('GET', 'locked/case?legal-hold'), 'Status')).toBe('ON');
    expect(errorOf(await bucket('DELETE', version, '', bypass))).toBe('403 AccessDenied');
    expect((await hold('OFF')).status).toBe(200);
    expect((await bucket('DELETE', version)).status).toBe(204);
    expect(
      errorOf(
        await bucket('PUT', 'unlocked/k?legal-hold', '<LegalHold><Status>ON</Status></LegalHold>'),
      ),
    ).toBe('400 InvalidRequest');
  });
});
