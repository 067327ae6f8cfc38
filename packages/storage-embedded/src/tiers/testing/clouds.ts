import { findAzurite, findFakeGcs } from '../../../../../scripts/setup/event-servers.mjs';
import { startAzurite, startFakeGcs } from '../../notifications/testing/local-servers.ts';
import { azureAuthorization } from '../azure-signature.ts';
import { AZURE_ACCOUNT, azureDouble } from './azure-double.ts';
import { accountFile, googleDouble, tokenServer } from './google-double.ts';
import type { SmallServer } from './small-server.ts';

/** A cloud with an empty container or bucket 'cold'. */
export interface Cloud {
  /** MinIO's TierConfig of a tier in it. */
  tier(change?: object): object;
  /** MinIO's TierCreds, valid or invalid. */
  credentials(isRight: boolean): object;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
  /** The replacement for the emulator if that is not installed. */
  readonly double: SmallServer | undefined;
}

const place = { Bucket: 'cold', Prefix: 'from test+ü/(1)' };

/** Starts Azurite if installed, otherwise a local server that implements the operations in use. */
export async function startAzure(): Promise<Cloud> {
  const program = findAzurite();
  const double = program === undefined ? azureDouble() : undefined;
  await double?.start();
  const server =
    double ?? (await startAzurite(program ?? '', (port) => fetch(`http://127.0.0.1:${port}/`)));
  const Endpoint = `http://127.0.0.1:${server.port}`;
  await makeContainer(Endpoint);
  return {
    double,
    tier: (change = {}) => ({
      Version: 'v1',
      Type: 'azure',
      Name: 'COLD',
      Azure: {
        ...{ Endpoint, AccountName: AZURE_ACCOUNT.account, AccountKey: AZURE_ACCOUNT.key },
        ...{ ...place, ...change },
      },
    }),
    credentials: (isRight) => ({
      access: AZURE_ACCOUNT.account,
      secret: isRight ? AZURE_ACCOUNT.key : Buffer.from('another key').toString('base64'),
    }),
    start: () => server.start(),
    stop: () => server.stop(),
    remove: () => ('remove' in server ? server.remove() : server.stop()),
  };
}

async function makeContainer(endpoint: string): Promise<void> {
  const path = `/${AZURE_ACCOUNT.account}/cold`;
  const query = { restype: 'container' };
  const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2021-12-02' };
  const request = { method: 'PUT', path, query, headers };
  const authorization = azureAuthorization(request, AZURE_ACCOUNT);
  const answer = await fetch(`${endpoint}${path}?restype=container`, {
    method: 'PUT',
    headers: { ...headers, authorization },
  });
  needGood(answer);
}

/** Starts fake-gcs-server if installed, otherwise a local server; and one that issues tokens. */
export async function startGoogle(): Promise<Cloud> {
  const program = findFakeGcs();
  const given = new Set(['of the test']);
  const tokens = tokenServer(given);
  await tokens.start();
  const double = program === undefined ? googleDouble(given) : undefined;
  await double?.start();
  const server =
    double ??
    (await startFakeGcs(program ?? '', async (port) =>
      needGood(await fetch(`http://127.0.0.1:${port}/storage/v1/b`)),
    ));
  const Endpoint = `http://127.0.0.1:${server.port}`;
  const made = await fetch(`${Endpoint}/storage/v1/b`, {
    method: 'POST',
    headers: { authorization: 'Bearer of the test', 'content-type': 'application/json' },
    body: '{"name":"cold"}',
  });
  needGood(made);
  const fileOf = (isRight: boolean) =>
    Buffer.from(accountFile(`${tokens.url}/token`, { isRight })).toString('base64');
  return {
    double,
    tier: (change = {}) => ({
      Version: 'v1',
      Type: 'gcs',
      Name: 'COLD',
      GCS: { Endpoint, Creds: fileOf(true), ...place, ...change },
    }),
    credentials: (isRight) => ({ creds: fileOf(isRight) }),
    start: () => server.start(),
    stop: () => server.stop(),
    remove: async () => {
      await Promise.all(['remove' in server ? server.remove() : server.stop(), tokens.stop()]);
    },
  };
}

function needGood({ ok, status }: Response): void {
  if (!ok) {
    throw new Error(`the cloud answered with status ${status}`);
  }
}
