import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());
afterEach(() => test.admin.importConfig({ text: '' }));

const get = (path: string, caller = root) => caller.send({ url: `/api/v1/configs${path}` });
const put = (path: string, key_values: object[], more: object = {}, caller = root) =>
  caller.send({
    method: 'PUT',
    url: `/api/v1/configs${path}`,
    payload: { key_values, ...more },
  });
const reset = (path: string) =>
  root.send({ method: 'POST', url: `/api/v1/configs${path}`, payload: {} });
const valuesOf = async (path: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await get(path))
      .json()
      .key_values.map(({ key, value }: { key: string; value: string }) => [key, value]),
  );

describe('a configuration', () => {
  it('is read with its help and defaults, changed and reset [APIB-23] [APIB-24]', async () => {
    const before = (await get('/api')).json();
    expect(before).toMatchObject({ name: 'api', multiple: false, stored: false, targets: [] });
    expect(before.key_values).toContainEqual({
      key: 'requests_max',
      value: '0',
      type: 'number',
      description: expect.stringContaining('requests'),
      required: false,
      default: '0',
    });
    const saved = await put('/api', [
      { key: 'requests_max', value: '77' },
      { key: 'comment', value: 'for the fair' },
    ]);
    expect([saved.statusCode, saved.json()]).toEqual([200, { restart: false }]);
    expect(await valuesOf('/api')).toMatchObject({ requests_max: '77', comment: 'for the fair' });
    await put('/api', [], { reset_keys: ['comment'] });
    expect(await valuesOf('/api')).toMatchObject({ requests_max: '77', comment: '' });
    expect((await reset('/api/reset')).json()).toEqual({ restart: false });
    expect((await get('/api')).json()).toEqual(before);
  });

  it('keeps what is sent empty [SETTINGS-39]', async () => {
    await put('/api', [{ key: 'requests_max', value: '5' }]);
    await put('/api', [
      { key: 'requests_max', value: '' },
      { key: 'cors_allow_origin', value: 'https://a,https://b' },
    ]);
    expect(await valuesOf('/api')).toMatchObject({
      requests_max: '5',
      cors_allow_origin: 'https://a,https://b',
    });
  });

  it('that needs a restart says so', async () => {
    const saved = await put('/region', [{ key: 'name', value: 'eu-south-7' }]);
    expect(saved.json()).toEqual({ restart: true });
    expect(await valuesOf('/region')).toEqual({ name: 'eu-south-7', comment: '' });
    expect(await valuesOf('/site')).toMatchObject({ region: 'eu-south-7' });
    await put('/site', [{ key: 'name', value: 'rack-7' }]);
    expect((await reset('/region/reset')).json()).toEqual({ restart: true });
    expect(await valuesOf('/site')).toMatchObject({ name: 'rack-7', region: '' });
  });

  it('is refused by the field that is wrong', async () => {
    for (const [path, key, value] of [
      ['/api', 'requests_max', 'many'],
      ['/api', 'comment', 'two\nlines'],
      ['/api', 'comment', 'see requests_max=9'],
      ['/region', 'region', 'eu'],
      ['/notify_webhook', 'auth_token', 'no-endpoint'],
    ] as const) {
      const response = await put(path, [{ key, value }]);
      expect(response.statusCode, `${key}=${value}`).toBe(400);
      expect(response.json()).toMatchObject({
        errorCode: 'InvalidInput',
        field: expect.stringMatching(`^(${key}|key_values)$`),
        detailedMessage: expect.stringMatching(/\w/),
      });
    }
    expect((await get('/api')).json().stored).toBe(false);
  });

  it('is refused by the field that does not fit, though another one was changed', async () => {
    const refused = await put('/identity_ldap', [
      { key: 'server_addr', value: 'ldap.example.com' },
      { key: 'lookup_bind_dn', value: 'cn=reader,dc=example,dc=com' },
      { key: 'user_dn_search_base_dn', value: 'dc=example,dc=com' },
      { key: 'user_dn_search_filter', value: '(uid=%s)' },
      { key: 'group_search_filter', value: '(member=%d)' },
    ]);
    expect(refused.json()).toMatchObject({
      errorCode: 'InvalidInput',
      field: 'group_search_base_dn',
    });
  });

  it('is not overwritten by who has not seen its state', async () => {
    const { revision } = (await get('/api')).json();
    await put('/api', [{ key: 'requests_max', value: '6' }]);
    const late = await put(`/api?revision=${revision}`, [{ key: 'requests_max', value: '7' }]);
    expect(late.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    expect(await valuesOf('/api')).toMatchObject({ requests_max: '6' });
  });

  it('is not found where the server has none', async () => {
    expect((await get('/warp_drive')).json()).toMatchObject({ errorCode: 'NotFound' });
    expect((await get('/Api')).statusCode).toBe(400);
    expect((await get('/api?arn_resource_id=a')).json()).toMatchObject({ errorCode: 'NotFound' });
  });

  it('is not shown to those who may not', async () => {
    const keys = await test.addUser('no-config', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const caller = await test.logIn(keys);
    for (const response of [
      await get('', caller),
      await get('/api', caller),
      await put('/api', [{ key: 'requests_max', value: '7' }], {}, caller),
    ]) {
      expect(response.statusCode).toBe(403);
      expect(response.json().detailedMessage).toContain('admin:ConfigUpdate');
    }
  });
});

describe('targets of a configuration', () => {
  const endpoint = { key: 'endpoint', value: 'http://127.0.0.1:9/' };
  const enable = { key: 'enable', value: 'off' };

  it('have names, and their secrets stay on the server', async () => {
    const token = { key: 'auth_token', value: 'very-geheim' };
    const path = '/notify_webhook?arn_resource_id=first';
    const saved = await put(`${path}&revision=none`, [enable, endpoint, token]);
    expect(saved.statusCode).toBe(200);
    const detail = await get(path);
    expect(detail.body).not.toContain('geheim');
    expect(detail.json().key_values).toContainEqual(
      expect.objectContaining({ key: 'auth_token', value: '', secret: { is_set: true } }),
    );
    expect(detail.json().targets).toEqual([
      { name: 'first', enabled: false, from_environment: false },
    ]);
    // A change without the secret keeps it.
    await put(path, [enable, { key: 'comment', value: 'kept' }]);
    expect(await test.admin.exportConfig()).toMatch(
      /notify_webhook:first .*auth_token=very-geheim/,
    );
    const list = await get('');
    expect(list.body).not.toContain('geheim');
    expect(
      list.json().configs.find(({ name }: { name: string }) => name === 'notify_webhook'),
    ).toMatchObject({ multiple: true, targets: [{ name: 'first' }] });
  });

  it('are added once, and removed by a reset', async () => {
    const path = '/notify_webhook?arn_resource_id=again';
    await put(`${path}&revision=none`, [enable, endpoint]);
    expect((await put(`${path}&revision=none`, [enable, endpoint])).json()).toMatchObject({
      errorCode: 'TargetExists',
      field: 'arn_resource_id',
    });
    const { revision } = (await get(path)).json();
    const gone = await reset(`/notify_webhook/reset?arn_resource_id=again&revision=${revision}`);
    expect(gone.statusCode).toBe(200);
    expect((await get(path)).json()).toMatchObject({ errorCode: 'NotFound' });
    const twice = await reset('/notify_webhook/reset?arn_resource_id=again');
    expect(twice.json()).toMatchObject({ errorCode: 'NotFound' });
  });

  it('need no name: the default one is added once as well', async () => {
    const path = '/notify_webhook?revision=none';
    expect((await put(path, [enable, endpoint])).statusCode).toBe(200);
    expect((await get('/notify_webhook')).json().targets).toEqual([
      { name: '_', enabled: false, from_environment: false },
    ]);
    const again = await put(path, [enable, { ...endpoint, value: 'http://127.0.0.1:7/' }]);
    expect(again.json()).toMatchObject({ errorCode: 'TargetExists', field: 'arn_resource_id' });
    expect(await valuesOf('/notify_webhook')).toMatchObject({ endpoint: endpoint.value });
  });
});

describe('the list of configurations', () => {
  it('has those of the server, with what differs from its default', async () => {
    await put('/api', [{ key: 'requests_max', value: '7' }]);
    const { configs } = (await get('')).json();
    const names = configs.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['region', 'site', 'api', 'scanner', 'heal']));
    expect(configs.find(({ name }: { name: string }) => name === 'api')).toMatchObject({
      changed: 1,
      locked: 0,
      keys: expect.arrayContaining(['requests_max', 'cors_allow_origin']),
    });
  });
});
