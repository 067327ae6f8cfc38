import { decryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  addUser,
  adminCaller,
  type Call,
  errorOf,
  ROOT,
  seal,
  signedHeaders,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';
import { Wire } from '../testing/wire.ts';

const USER: Credentials = { accessKey: 'alice', secretKey: 'alice-secret' };

let storage: TestStorage;
beforeEach(async () => {
  storage = await startTestStorage();
});
afterEach(() => storage.close());

const admin = adminCaller(() => storage);
const set = async (text: string) => admin('PUT', 'set-config-kv', await seal(text));
const reset = async (text: string) => admin('DELETE', 'del-config-kv', await seal(text));
const textOf = async (answer: Promise<Answer>) =>
  Buffer.from(await decryptAdminPayload(ROOT.secretKey, (await answer).body)).toString('utf8');
const get = (key: string) => textOf(admin('GET', `get-config-kv?key=${key}`));
const history = async (count = 10): Promise<{ restoreId: string; data: string }[]> =>
  JSON.parse(await textOf(admin('GET', `list-config-history-kv?count=${count}`)));
const applied = ({ status, headers }: Answer) => [status, headers['x-minio-config-applied']];

describe('the configuration', () => {
  it('is set, given back, kept over a new start and reset', async () => {
    expect(await get('api')).toContain('requests_max=0 ');
    expect(applied(await set('api requests_max=7 comment="for a while"'))).toEqual([200, 'true']);
    await storage.restart();
    expect(await get('api')).toContain('requests_max=7 ');
    expect(applied(await reset('api requests_max'))).toEqual([200, 'true']);
    expect(await get('api')).toContain('requests_max=0 ');
    expect(await get('api')).toContain('comment="for a while"');
  });

  it('is refused whole when a line is wrong', async () => {
    const answer = await set('api requests_max=7\nscanner speed=warp');
    expect(errorOf(answer)).toBe('400 XMinioConfigError');
    expect(await get('api')).toContain('requests_max=0 ');
    expect(await history()).toEqual([]);
    expect(errorOf(await admin('PUT', 'set-config-kv', 'not encrypted'))).toBe(
      '400 XMinioAdminConfigBadJSON',
    );
    expect(errorOf(await admin('GET', 'get-config-kv?key=etcd'))).toBe('400 XMinioConfigError');
  });

  it('has a history from which changes come back', async () => {
    await set('api requests_max=7');
    await set('api requests_max=8');
    const [first, second] = await history();
    expect([first?.data, second?.data]).toEqual(['api requests_max=7', 'api requests_max=8']);
    expect(await history(1)).toEqual([second]);
    const id = encodeURIComponent(first?.restoreId ?? '');
    expect((await admin('PUT', `restore-config-history-kv?restoreId=${id}`)).status).toBe(200);
    expect(await get('api')).toContain('requests_max=7 ');
    expect((await admin('DELETE', `clear-config-history-kv?restoreId=${id}`)).status).toBe(200);
    expect((await history()).map(({ restoreId }) => restoreId)).not.toContain(first?.restoreId);
    expect(errorOf(await admin('PUT', `restore-config-history-kv?restoreId=${id}`))).toBe(
      '404 XMinioConfigNotFoundError',
    );
    await admin('DELETE', 'clear-config-history-kv?restoreId=all');
    expect(await history(-1)).toEqual([]);
  });

  it('is exported and imported as a whole', async () => {
    await set('site name=cal-rack0');
    await set('scanner speed=fast');
    const all = await textOf(admin('GET', 'config'));
    expect(all.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'site',
      'api',
      'scanner',
      'heal',
      'compression',
      '#',
      'identity_ldap',
      ...Array(5).fill('#'),
      '',
    ]);
    const other = all.replace('cal-rack0', 'cal-rack1');
    expect((await admin('PUT', 'config', await seal(other))).status).toBe(200);
    expect(await get('site')).toContain('name=cal-rack1 ');
    expect((await admin('PUT', 'config', await seal('site region=eu-1'))).status).toBe(200);
    expect(await get('scanner')).toContain('speed=default ');
    expect((await history()).map(({ data }) => data)).toEqual([
      'site name=cal-rack0',
      'scanner speed=fast',
      other.trim(),
      'site region=eu-1',
    ]);
    const wrong = await admin('PUT', 'config', await seal('site region=eu-2\nscanner speed=warp'));
    expect(errorOf(wrong)).toBe('400 XMinioConfigError');
    expect(await get('site')).toContain('region=eu-1 ');
  });

  it('explains itself', async () => {
    const help = async (query: string) =>
      JSON.parse((await admin('GET', `help-config-kv?${query}`)).text);
    expect((await help('subSys=&key=')).keysHelp.map(({ key }: { key: string }) => key)).toEqual([
      'site',
      'api',
      'scanner',
      'heal',
      'compression',
      'identity_openid',
      'identity_ldap',
      'logger_webhook',
      'audit_webhook',
      'notify_webhook',
      'notify_postgres',
      'notify_redis',
      'cache',
      'etcd',
    ]);
    expect(await help('subSys=scanner&key=speed')).toMatchObject({
      subSys: 'scanner',
      keysHelp: [{ key: 'speed', type: 'slowest|slow|default|fast|fastest', optional: true }],
    });
    // MinIO's clients reject unknown fields.
    const fields = (entry: object) => Object.keys(entry).sort().join();
    const known = 'description,key,multipleTargets,optional,type';
    expect((await help('subSys=&key=')).keysHelp.map(fields)).toEqual(Array(14).fill(known));
    expect((await help('subSys=api&key=comment')).keysHelp.map(fields)).toEqual([known]);
    expect(await help('subSys=&key=&details=true')).toMatchObject({
      keysHelp: expect.arrayContaining([
        expect.objectContaining({ key: 'site', dynamic: false }),
        expect.objectContaining({ key: 'etcd', unavailable: expect.stringMatching(/cluster/) }),
      ]),
    });
    expect(errorOf(await admin('GET', 'help-config-kv?subSys=scanner&key=warp'))).toBe(
      '400 XMinioConfigError',
    );
  });

  it.each(['cache drives=/mnt/a', 'etcd endpoints=http://127.0.0.1:2379'])(
    'is refused with the reason where only a cluster has it: %s',
    async (text) => {
      const answer = await set(text);
      expect(errorOf(answer)).toBe('400 XMinioConfigError');
      expect(JSON.parse(answer.text).Message).toMatch(/Only a cluster/);
    },
  );

  it.each([
    ['compression extensions=.txt,.log mime_types=text/*', 'compression extensions=txt'],
    [
      'identity_ldap enable=off server_addr=ldap:636 user_dn_search_filter=(uid=%s) lookup_bind_password=geheim',
      'identity_ldap server_addr=ldap:636',
    ],
    ['logger_webhook:a endpoint=http://x/ auth_token=geheim', 'logger_webhook:a auth_token=t'],
    ['audit_webhook endpoint=http://x/ client_cert=/c client_key=/k', 'audit_webhook endpoint=x'],
    ['scanner delay=2.5 max_wait=1s cycle=2m', 'scanner delay=often'],
    ['heal max_sleep=250ms max_io=50', 'heal max_io=0'],
  ])('takes and checks what it keeps: %s', async (right, wrong) => {
    expect((await set(wrong)).status).toBe(400);
    expect((await set(right)).status).toBe(200);
    const [name = ''] = right.split(' ');
    const shown = await get(name);
    for (const part of right.split(' ').slice(1)) {
      if (!part.includes('geheim')) expect(shown).toContain(part);
    }
    expect(shown).not.toContain('geheim');
  });

  it('is not for everybody', async () => {
    await addUser(storage, USER, 'readwrite');
    for (const [method, path] of [
      ['GET', 'get-config-kv?key=api'],
      ['PUT', 'set-config-kv'],
      ['DELETE', 'del-config-kv'],
      ['GET', 'help-config-kv?subSys='],
      ['GET', 'list-config-history-kv?count=1'],
      ['PUT', 'restore-config-history-kv?restoreId=x'],
      ['DELETE', 'clear-config-history-kv?restoreId=all'],
      ['GET', 'config'],
      ['PUT', 'config'],
    ] as const) {
      expect(errorOf(await admin(method, path, '', USER))).toBe('403 AccessDenied');
    }
  });
});

describe('a setting', () => {
  it('of the site is in effect after the service was restarted', async () => {
    expect(applied(await set('site region=eu-1'))).toEqual([200, undefined]);
    const region = async (bucket: string) => {
      await storage.call({ method: 'PUT', path: `/${bucket}` });
      return (await storage.call({ method: 'HEAD', path: `/${bucket}` })).headers[
        'x-amz-bucket-region'
      ];
    };
    expect(await region('before')).toBe('us-east-1');
    expect((await admin('POST', 'service?action=restart')).status).toBe(200);
    expect(await region('after')).toBe('eu-1');
    expect(JSON.parse((await admin('GET', 'info')).text).region).toBe('eu-1');
  });

  it('of the API limits the requests at one time', async () => {
    await storage.call({ method: 'PUT', path: '/bucket' });
    await set('api requests_max=1');
    const call: Call = {
      method: 'PUT',
      path: '/bucket/slow',
      body: 'x',
      headers: { 'content-length': '1', expect: '100-continue' },
    };
    const slow = new Wire(storage.url);
    slow.request('PUT', '/bucket/slow', signedHeaders(storage.url, call));
    await slow.until('100 Continue');
    expect(errorOf(await storage.call({ path: '/' }))).toBe('429 TooManyRequests');
    expect((await set('scanner speed=fast')).status).toBe(200);
    slow.write('x');
    expect(await slow.until('ETag')).toContain('HTTP/1.1 200 OK');
    slow.destroy();
    await vi.waitFor(
      async () => expect((await storage.call({ path: '/' })).status).toBe(200),
      30_000,
    );
  });

  it('of the API names the origins whose pages may call', async () => {
    const allowed = async (origin: string) =>
      (await storage.call({ path: '/', headers: { origin } })).headers[
        'access-control-allow-origin'
      ];
    expect(await allowed('http://evil.example')).toBe('http://evil.example');
    await set('api cors_allow_origin=https://*.example.com,http://localhost:3000');
    expect(await allowed('https://app.example.com')).toBe('https://app.example.com');
    expect(await allowed('http://localhost:3000')).toBe('http://localhost:3000');
    expect(await allowed('http://evil.example')).toBeUndefined();
  });
});
