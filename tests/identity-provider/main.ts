import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

// An OpenID provider that lets everybody in under the name they give: what comes before '@' names
// the policy. Its client and the addresses it sends browsers back to are given as JSON.
const { callbacks, tokenSeconds = 3600 } = JSON.parse(process.argv[2] ?? '{}');

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'stowage',
      client_secret: 'the-secret-of-the-client',
      redirect_uris: callbacks,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  claims: { openid: ['sub', 'policy', 'preferred_username'] },
  conformIdTokenClaims: false,
  scopes: ['openid', 'offline_access'],
  ttl: { IdToken: tokenSeconds, AccessToken: tokenSeconds },
  issueRefreshToken: async (_context, client, code) =>
    client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
  findAccount: async (_context, id) => ({
    accountId: id,
    claims: async () => ({
      sub: id,
      preferred_username: id,
      policy: id.split('@')[0]?.split('+') ?? [],
    }),
  }),
});
server.on('request', provider.callback());
process.stdout.write(`${issuer}\n`);
