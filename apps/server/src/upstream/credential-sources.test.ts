import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsFor } from './credential-sources.ts';

const ROOT = 'root';
let expiration = '2100-01-01T00:00:00Z';
const given = () => `<AssumeRoleResponse><AssumeRoleResult><Credentials>
  <AccessKeyId>KEY</AccessKeyId><SecretAccessKey>SECRET</SecretAccessKey>
  <SessionToken>TOKEN</SessionToken><Expiration>${expiration}</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;
const failure = (code: string) =>
  `<ErrorResponse><Error><Code>${code}</Code><Message>no</Message></Error></ErrorResponse>`;

/** A storage server whose directory is unreachable, and which knows root. */
let server: Server;
let refusalOfS3 = 'InvalidAccessKeyId';
beforeAll(async () => {
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(pieces).toString());
      const isRoot = request.headers.authorization?.includes(`Credential=${ROOT}/`) === true;
      const byLdap = form.get('Action') === 'AssumeRoleWithLDAPIdentity';
      const [status, body] = byLdap
        ? [503, failure('ServiceUnavailable')]
        : isRoot
          ? [200, given()]
          : [403, failure('AccessDenied')];
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'GET' ? `<Error><Code>${refusalOfS3}</Code></Error>` : body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const login = (accessKey: string, ldap: boolean) =>
  credentialsFor(
    {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ region: 'us-east-1', seconds: 3600, ldap },
    },
    { accessKey, secretKey: 'a-secret' },
  );

describe('a login while the directory is away', () => {
  it('lets those in whom the storage server knows itself', async () => {
    expect(await login(ROOT, true)).toMatchObject({ source: 'assume-role', accessKey: 'KEY' });
  });

  it('says of all others that the directory cannot be asked, not that they are wrong', async () => {
    await expect(login('jürgen', true)).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      status: 503,
    });
  });
});

describe('a login', () => {
  it('by credentials that have expired is none, and says what may be wrong', async () => {
    expiration = '2020-01-01T00:00:00Z';
    await expect(login(ROOT, false)).rejects.toMatchObject({
      code: 'StorageFailed',
      detail: expect.stringMatching(/^The clocks of .* expired at 2020-01-01T00:00:00/),
    });
  });
});

describe('a login that the storage server refuses', () => {
  it.each(['RequestTimeTooSkewed', 'AuthorizationHeaderMalformed'])(
    'tells %s from keys that are wrong',
    async (code) => {
      refusalOfS3 = code;
      await expect(login('anna', false)).rejects.toMatchObject({ code });
      await expect(login('a=b,c', false)).rejects.toMatchObject({ code: 'AccessDenied' });
      refusalOfS3 = 'InvalidAccessKeyId';
      await expect(login('anna', false)).rejects.toMatchObject({ code: 'AccessDenied' });
    },
  );
});
