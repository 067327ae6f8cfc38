import { createHash } from 'node:crypto';
import { encryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import { Random } from '@stowage/storage-wire/testing/random';
import { zipFiles } from '@stowage/storage-wire/zip-files';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT, startTestStorage, type TestStorage } from './testing/test-storage.ts';

/** Key derivation takes longer than everything else. */
vi.mock('node:crypto', async (original) => {
  type Derived = (error: Error | null, key: Buffer) => void;
  const real = await original<typeof import('node:crypto')>();
  return {
    ...real,
    argon2: (_: string, of: { message: string; nonce: Uint8Array }, done: Derived) =>
      done(null, createHash('sha256').update(of.message).update(of.nonce).digest()),
  };
});

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
});
afterAll(() => storage.close());

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('documents that nest without end', () => {
  const lists = '['.repeat(90_000) + ']'.repeat(90_000);
  const objects = '{"a":'.repeat(30_000) + 1 + '}'.repeat(30_000);
  const CALLS = words(`
    PUT=add-service-account PUT=add-user?accessKey=some-user PUT=update-group-members
    POST=update-service-account?accessKey=none POST=idp/builtin/policy/attach PUT=tier POST=heal/bucket
    PUT=add-canned-policy?name=deep PUT=set-bucket-quota?bucket=bucket POST=revoke-tokens/builtin
    PUT=set-remote-target?bucket=bucket PUT=set-config-kv PUT=idp-config/openid/_`);
  const FIELDS = words(
    'policy newPolicy secretKey members policies quota Statement user S3 credentials',
  );

  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('of the Admin API are refused: %s', async (_, deep) => {
    const text = `{${FIELDS.map((field) => `"${field}":${field === FIELDS[0] ? deep : '[[]]'}`)}}`;
    for (const whole of [deep, text, text.replace('"policy"', '"newPolicy"')]) {
      const sealed = await encryptAdminPayload(ROOT.secretKey, Buffer.from(whole));
      for (const call of CALLS) {
        const [method = '', ...name] = call.split('=');
        const path = `/minio/admin/v3/${name.join('=')}`;
        for (const body of [sealed, whole]) {
          const { status } = await storage.call({ method, path, body });
          expect([400, 404, 413], `${call}: ${status}`).toContain(status);
        }
      }
    }
  });

  it.each(['import-iam', 'import-iam-v2'])(
    'of an archive are refused before anything of it is taken: %s',
    async (call) => {
      const files = {
        'policies.json': `{"deep":{"Version":"2012-10-17","Statement":${lists}}}`,
        'svcaccts.json': `{"deep-key":{"parent":"of-archive","sessionPolicy":${objects}}}`,
        'user_mappings.json': `{"of-archive":{"policy":${lists}}}`,
      };
      const users = { 'users.json': '{"of-archive":{"secretKey":"secret-of-it"}}' };
      for (const [name, content] of Object.entries(files)) {
        const archive = Object.entries({ ...users, [name]: content });
        const body = zipFiles(
          Object.fromEntries(
            archive.map(([file, text]) => [`iam-assets/${file}`, Buffer.from(text)]),
          ),
        );
        const path = `/minio/admin/v3/${call}`;
        const { status, text } = await storage.call({ method: 'PUT', path, body });
        expect([status, text]).toEqual([400, expect.stringContaining(name)]);
      }
      const path = '/minio/admin/v3/user-info?accessKey=of-archive';
      expect((await storage.call({ path })).status).toBe(404);
    },
  );
});

describe('random documents', () => {
  const CALLS = `
    GET datausageinfo, GET accountinfo, GET get-config-kv, PUT set-config-kv, DELETE del-config-kv,
    GET help-config-kv, PUT restore-config-history-kv, DELETE clear-config-history-kv, PUT config,
    PUT add-user, DELETE remove-user, GET user-info, PUT set-user-status, PUT update-group-members,
    GET group, PUT set-group-status, PUT set-user-or-group-policy, POST idp/builtin/policy/attach,
    POST idp/builtin/policy/detach, GET idp/builtin/policy-entities, PUT add-service-account,
    POST update-service-account, GET info-service-account, GET list-service-accounts,
    DELETE delete-service-account, GET list-access-keys-bulk, GET info-access-key,
    GET temporary-account-info, POST revoke-tokens/builtin, PUT add-canned-policy,
    GET info-canned-policy, DELETE remove-canned-policy, GET get-bucket-quota, PUT set-bucket-quota,
    POST kms/key/create, GET kms/key/status, POST service`
    .split(',')
    .map((call) => call.trim().split(' '));
  const FIELDS = words(`
    accessKey secretKey status policy policies user group members isRemove name description expiration
    targetUser newSecretKey newStatus newPolicy newExpiration quota quotatype size rate requests
    Version Statement sessionToken groupStatus comment __proto__ constructor toString`);
  const PARAMETERS = words(`
    accessKey=a accessKey= accessKey=test-root name=p name=.. name=%00 group=g bucket=bucket bucket=none
    isGroup=true isGroup=x policyName=readwrite policyName=p,,q userOrGroup=a status=enabled status=x
    key=scanner key=nothing key=api subSys=api restoreId=../../x restoreId=1 count=-1 count=99999999
    user=a userType=x tokenRevokeType=x fullRevoke=true key-id=k all=true listType=x action=nothing
    type=2 __proto__=x`);

  function json(random: Random, depth = 0): unknown {
    const kind = random.below(depth > 3 ? 6 : 9);
    if (kind < 6) {
      const odd = [
        null,
        true,
        -1,
        1e308,
        '',
        'a',
        '*',
        '2026-01-01T00:00:00Z',
        '\u0000',
        'x'.repeat(3000),
      ];
      return random.pick(odd.map((value) => [value]))[0];
    }
    if (kind === 6) {
      return Array.from({ length: random.below(4) }, () => json(random, depth + 1));
    }
    const fields = Array.from({ length: random.below(6) }, () => [
      random.pick(FIELDS),
      json(random, depth + 1),
    ]);
    return Object.fromEntries(fields);
  }

  it('of the Admin API are refused or taken, without a failure inside, 1,000 of them', async () => {
    const random = new Random(401);
    const one = async (): Promise<void> => {
      const [method = '', name = ''] = random.pick(CALLS);
      const query = Array.from({ length: random.below(5) }, () => random.pick(PARAMETERS)).join(
        '&',
      );
      const whole = JSON.stringify(json(random)) ?? '';
      const text =
        random.below(4) === 0 ? random.damage(whole, ['{', '"', '[', '\\', 'e9']) : whole;
      const sealed = random.below(3) > 0;
      const body = sealed ? await encryptAdminPayload(ROOT.secretKey, Buffer.from(text)) : text;
      const path = `/minio/admin/v3/${name}?${query}`;
      const answer = await storage.call({ method, path, body });
      const about = `${method} ${path} ${text.slice(0, 500)}: ${answer.text}`;
      expect(answer.status === 501 || answer.status < 500, about).toBe(true);
    };
    for (let round = 0; round < 50; round++) {
      await Promise.all(Array.from({ length: 20 }, one));
    }
    const info = await storage.call({ path: '/minio/admin/v3/info' });
    expect(info.status).toBe(200);
    expect((await storage.call({ path: '/bucket' })).status).toBe(200);
  });

  it('of a form are refused, 1,500 of them', async () => {
    const random = new Random(402);
    const pieces = [
      ...words('--b --b-- : ; = " key policy file filename content-disposition form-data ../ x'),
      ...['\r\n', '\n', '--b\r\n', '\r\n--b\r\n', '\r\n--b--\r\n', '\r\n\r\n', '\u0000'],
      'Content-Disposition: form-data; name="key"\r\n\r\n',
      'Content-Disposition: form-data; name="policy"\r\n\r\n',
      'Content-Disposition: form-data; name="x-amz-signature"\r\n\r\n',
      'Content-Disposition: form-data; name="file"; filename="f"\r\n\r\n',
      Buffer.from('{"expiration":"2030-01-01T00:00:00Z","conditions":[["eq"]]}').toString('base64'),
    ];
    const one = async (): Promise<void> => {
      const answer = await storage.call({
        method: 'POST',
        path: '/bucket',
        as: 'anonymous',
        headers: {
          'content-type': random.pick(words('multipart/form-data;boundary=b multipart/form-data')),
        },
        body: `--b\r\n${random.text(random.below(25), pieces)}`,
      });
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status, answer.text).toBeLessThan(500);
    };
    for (let round = 0; round < 75; round++) {
      await Promise.all(Array.from({ length: 20 }, one));
    }
    expect((await storage.call({ path: '/bucket' })).text).not.toContain('<Key>');
  });
});
