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

const post = (path: string, payload: object = {}) =>
  root.send({ method: 'POST', url: `/api/v1${path}`, payload });
const set = (text: string) => test.admin.setConfig({ text });
const HOOK = 'notify_webhook:a enable=off endpoint=http://127.0.0.1:9/ auth_token=geheim';

describe('the configuration as a document', () => {
  it('has secrets only where they are asked for', async () => {
    await set(HOOK);
    const open = await post('/configs/export');
    expect(open.json().text).toContain('notify_webhook:a');
    expect(open.body).not.toContain('geheim');
    expect((await post('/configs/export', { secrets: true })).json().text).toContain(
      'auth_token=geheim',
    );
  });

  it('is compared before it is imported, and keeps the secrets that it leaves out', async () => {
    await set(HOOK);
    await set('api requests_max=7');
    const { text } = (await post('/configs/export')).json();
    expect((await post('/configs/import-preview', { text })).json()).toMatchObject({
      differences: [],
    });
    await set('api requests_max=8 comment="in between"');
    await set('notify_webhook:b enable=off endpoint=http://127.0.0.1:9/b');
    await test.admin.resetConfig({ text: 'notify_webhook:a auth_token' });
    await set('notify_webhook:a enable=off auth_token=other-geheim');
    const preview = await post('/configs/import-preview', { text });
    expect(preview.body).not.toContain('geheim');
    expect(preview.json().differences).toEqual([
      {
        name: 'api',
        target: '_',
        change: 'changed',
        values: [
          { key: 'requests_max', from: '8', to: '7', secret: false },
          { key: 'comment', from: 'in between', to: '', secret: false },
        ],
      },
      expect.objectContaining({ name: 'notify_webhook', target: 'b', change: 'removed' }),
    ]);
    expect((await post('/configs/import', { text })).json()).toEqual({ restart: true });
    const after = await test.admin.exportConfig();
    expect(after).toContain('requests_max=7');
    expect(after).not.toContain('notify_webhook:b');
    expect(after).toMatch(/notify_webhook:a .*auth_token=other-geheim/);
  });

  it.each([
    ['  \n', 'text'],
    ['# nothing but a remark', 'text'],
    ['warp_drive speed=9', 'key_values'],
    ['x'.repeat(300_000), 'text'],
  ])('is refused as %.20j', async (text, field) => {
    const response = await post('/configs/import', { text });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
  });

  it.each([
    ['api requests_max=7\nnot a setting', 'Line 2 of the file is not a setting.'],
    ['site name=a-b\n\nsite region=eu-1', 'Line 3 of the file sets a target'],
    ['api requests_max=7 requests_max=8', 'Line 1 of the file sets a key twice.'],
  ])('is refused with the line that would not count: %j', async (text, detail) => {
    for (const path of ['/configs/import-preview', '/configs/import']) {
      const { errorCode, field, ...body } = (await post(path, { text })).json();
      expect([errorCode, field]).toEqual(['InvalidInput', 'text']);
      expect(body.detailedMessage).toContain(detail);
    }
  });

  it('is taken as another machine saved it', async () => {
    const text = '\uFEFFapi requests_max=9\r\n\r\n# a remark\r\n';
    expect((await post('/configs/import', { text })).statusCode).toBe(200);
    expect(await test.admin.getConfig({ key: 'api' })).toContain('requests_max=9');
  });

  it('does not replace what somebody else has saved since the preview', async () => {
    const text = 'api requests_max=9';
    const { revision } = (await post('/configs/import-preview', { text })).json();
    await set('scanner speed=fast');
    const late = await post(`/configs/import?revision=${revision}`, { text });
    expect([late.statusCode, late.json().errorCode]).toEqual([409, 'ChangedMeanwhile']);
    expect(await test.admin.exportConfig()).toMatch(/scanner speed=fast/);
    const again = (await post('/configs/import-preview', { text })).json();
    const done = await post(`/configs/import?revision=${again.revision}`, { text });
    expect(done.statusCode).toBe(200);
    expect(await test.admin.exportConfig()).toMatch(/scanner speed=default/);
  });

  it('names the configurations that the server does not have', async () => {
    const text = 'warp_drive speed=9\napi requests_max=0';
    expect((await post('/configs/import-preview', { text })).json()).toMatchObject({
      differences: [{ name: 'warp_drive', target: '_', change: 'unknown', values: [] }],
    });
  });
});

describe('the history of the configuration', () => {
  const history = async () =>
    (await root.send({ url: '/api/v1/config-history?limit=5' })).json().changes;

  it('has the latest changes without secrets, beside what is set now', async () => {
    await set('api requests_max=11');
    await set('api requests_max=12');
    await set(HOOK);
    const changes = await history();
    expect(JSON.stringify(changes)).not.toContain('geheim');
    expect(changes.slice(0, 3)).toMatchObject([
      {
        targets: [
          {
            name: 'notify_webhook',
            target: 'a',
            values: expect.arrayContaining([
              { key: 'auth_token', value: '', current: '', differs: false, secret: true },
            ]),
          },
        ],
      },
      {
        targets: [{ name: 'api', values: [{ key: 'requests_max', value: '12', differs: false }] }],
      },
      {
        targets: [
          {
            name: 'api',
            values: [{ key: 'requests_max', value: '11', current: '12', differs: true }],
          },
        ],
      },
    ]);
    expect(Date.parse(changes[0].time)).toBeGreaterThan(0);
  });

  it('gives a change back', async () => {
    await set('api requests_max=21');
    await set('api requests_max=22');
    const [, earlier] = await history();
    const restored = await post(`/config-history/${earlier.id}/restore`);
    expect([restored.statusCode, restored.json()]).toEqual([200, { restart: false }]);
    expect(await test.admin.getConfig({ key: 'api' })).toContain('requests_max=21');
    expect((await post('/config-history/not-there/restore')).json()).toMatchObject({
      errorCode: 'NotFound',
    });
  });
});
