import { ListBucketsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  AssumeRoleWithWebIdentityCommand,
  type AssumeRoleWithWebIdentityCommandInput,
  STSClient,
} from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  idTokenFor,
  type RunningProvider,
  startIdentityProvider,
} from '../identity-provider/identity-provider.ts';
import type { Target } from '../targets/target.ts';
import { targetKind } from '../targets/target.ts';
import { adminJson, adminSend } from './support/admin.ts';
import { type Account, failure, useServer } from './support/server.ts';
import { stsRefusal } from './support/sts.ts';

/** Nothing listens there: tests take the code from the redirect address. */
const CALLBACK = 'http://127.0.0.1:1/callback';
/** The SDK requires a role; if none has that name, the claim decides. */
const ANY_ROLE = 'arn:aws:iam::123456789012:role/any';

let provider: RunningProvider | undefined;
const server = useServer(async () => {
  provider = await startIdentityProvider([CALLBACK]);
  return startTrusting(provider);
});
afterAll(() => provider?.stop());

/** Starts a server that accepts a provider's tokens, with policies by claim. */
async function startTrusting({ issuer, clientId, clientSecret }: RunningProvider): Promise<Target> {
  const discovery = `${issuer}/.well-known/openid-configuration`;
  if (targetKind() === 'minio') {
    const { startMinio } = await import('../targets/minio.ts');
    return startMinio({
      MINIO_IDENTITY_OPENID_CONFIG_URL: discovery,
      MINIO_IDENTITY_OPENID_CLIENT_ID: clientId,
      MINIO_IDENTITY_OPENID_CLIENT_SECRET: clientSecret,
      MINIO_IDENTITY_OPENID_CLAIM_NAME: 'policy',
    });
  }
  const { startEmbedded } = await import('../targets/embedded.ts');
  const target = await startEmbedded();
  const { status, body } = await adminSend(target, {
    method: 'PUT',
    operation: 'idp-config/openid/_',
    secret: `config_url=${discovery} client_id=${clientId} client_secret=${clientSecret}`,
  });
  if (status !== 200) {
    await target.close();
    throw new Error(body.toString('utf8'));
  }
  return target;
}

/** Returns a token with these policies. */
function tokenFor(account: string): Promise<string> {
  if (provider === undefined) throw new Error('the provider did not start');
  return idTokenFor(provider, CALLBACK, account);
}

async function assume(
  WebIdentityToken: string,
  input: Partial<AssumeRoleWithWebIdentityCommandInput> = {},
) {
  const { endpoint, region } = server.target;
  const client = new STSClient({ endpoint, region });
  try {
    const role = { RoleArn: ANY_ROLE, RoleSessionName: 'conformance' };
    return await client.send(
      new AssumeRoleWithWebIdentityCommand({ ...role, WebIdentityToken, ...input }),
    );
  } finally {
    client.destroy();
  }
}

async function logIn(token: string, input?: Partial<AssumeRoleWithWebIdentityCommandInput>) {
  const { Credentials } = await assume(token, input);
  return {
    accessKey: Credentials?.AccessKeyId ?? '',
    secretKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  };
}

describe('AssumeRoleWithWebIdentity with a real provider', () => {
  let Bucket = '';
  let token = '';
  beforeAll(async () => {
    Bucket = await server.bucket();
    token = await tokenFor('readwrite@alice');
  });

  const list = (account: Account) =>
    failure(server.client(account).send(new ListObjectsV2Command({ Bucket })));
  const put = (account: Account) =>
    failure(server.client(account).send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' })));

  it('gives the rights that the claim names, for as long as is asked for', async () => {
    const { SubjectFromWebIdentityToken, Credentials } = await assume(token, {
      DurationSeconds: 900,
    });
    expect(SubjectFromWebIdentityToken).toBe('readwrite@alice');
    const seconds = ((Credentials?.Expiration?.getTime() ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(840);
    expect(seconds).toBeLessThan(960);
    const { Buckets = [] } = await server
      .client(await logIn(token))
      .send(new ListBucketsCommand({}));
    expect(Buckets.map(({ Name }) => Name)).toContain(Bucket);
  });

  it('narrows them by the policy of the session', async () => {
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] }],
    });
    const session = await logIn(token, { Policy });
    await server
      .client(session)
      .send(new PutObjectCommand({ Bucket, Key: 'narrow', Body: 'content' }));
    expect(await list(session)).toEqual({ code: 'AccessDenied', status: 403 });
  });

  it('refuses a token without a known policy, and one that was changed', async () => {
    const refusal = { code: 'InvalidParameterValue', status: 400 };
    expect(await stsRefusal(assume(await tokenFor('nopolicy@bob')))).toMatchObject(refusal);
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const other = Buffer.from(JSON.stringify({ ...claims, policy: 'consoleAdmin' }));
    const changed = `${header}.${other.toString('base64url')}.${signature}`;
    expect(await stsRefusal(assume(changed))).toMatchObject(refusal);
  });

  it('lets the session make a key of its user, which has the rights of the user', async () => {
    const session = await logIn(token);
    const wish = { method: 'PUT', operation: 'add-service-account', secret: {}, account: session };
    const { credentials } = (await adminJson(server.target, wish)) as { credentials: Account };
    const key = { accessKey: credentials.accessKey, secretKey: credentials.secretKey };
    await server.client(key).send(new PutObjectCommand({ Bucket, Key: 'by-key', Body: 'x' }));
    const reader = await logIn(await tokenFor('readonly@carol'));
    expect(await put(reader)).toEqual({ code: 'AccessDenied', status: 403 });
  });

  it('is possible with a provider that administrators see in the list', async () => {
    const providers = await adminJson(server.target, { operation: 'idp-config/openid' });
    expect(providers).toEqual([{ type: 'openid', name: '_', enabled: true }]);
  });
});
