import type { AssumeRoleCommandInput } from '@aws-sdk/client-sts';
import { AssumeRoleCommand, STSClient, STSServiceException } from '@aws-sdk/client-sts';
import type { Target } from '../../targets/target.ts';
import type { Account } from './server.ts';

/** The SDK requires a role; the storage ignores it and grants the caller's own rights. */
const ROLE = { RoleArn: 'arn:xxx:xxx:xxx:xxxx', RoleSessionName: 'conformance' };

/** Requests temporary credentials of an account. */
export async function assumeRole(
  target: Target,
  account: Account,
  input: Partial<AssumeRoleCommandInput> = {},
): Promise<Account & { readonly expiration: Date }> {
  const client = new STSClient({
    endpoint: target.endpoint,
    region: target.region,
    credentials: {
      accessKeyId: account.accessKey,
      secretAccessKey: account.secretKey,
      ...(account.sessionToken === undefined ? {} : { sessionToken: account.sessionToken }),
    },
  });
  try {
    const { Credentials } = await client.send(new AssumeRoleCommand({ ...ROLE, ...input }));
    return {
      accessKey: Credentials?.AccessKeyId ?? '',
      secretKey: Credentials?.SecretAccessKey ?? '',
      sessionToken: Credentials?.SessionToken ?? '',
      expiration: Credentials?.Expiration ?? new Date(0),
    };
  } finally {
    client.destroy();
  }
}

/** Returns the code and status of a failed STS call; fails the test if the call succeeded. */
export async function stsRefusal(
  call: Promise<unknown>,
): Promise<{ code: string; status: number }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof STSServiceException)) throw error;
    return { code: error.name, status: error.$metadata.httpStatusCode ?? 0 };
  }
  throw new Error('the call succeeded');
}
