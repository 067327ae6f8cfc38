import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

// An OpenID provider that accepts any login: the part before '@' names the policy. Its client, its
// redirect addresses and its clock offset are passed as JSON. POST /rotate replaces its keys, as
// providers do from time to time.
const {
  callbacks,
  afterLogout = [],
  tokenSeconds = 3600,
  clockSeconds = 0,
} = JSON.parse(process.argv[2] ?? '{}');
const realNow = Date.now;
Date.now = () => realNow() + clockSeconds * 1000;

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const settings: Configuration = {
  clients: [
    {
      client_id: 'stowage',
      client_secret: 'the-secret-of-the-client',
      redirect_uris: callbacks,
      post_logout_redirect_uris: afterLogout,
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
  cookies: { keys: ['the-key-of-its-cookies'] },
};

/** Creates a request handler with new keys; existing grants stay known to all of them. */
function withNewKeys() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig' };
  return new Provider(issuer, { ...settings, jwks: { keys: [key] } }).callback();
}

let answer = withNewKeys();
server.on('request', (request, response) => {
  if (request.url !== '/rotate') {
    answer(request, response);
    return;
  }
  answer = withNewKeys();
  response.end();
});
process.stdout.write(`${issuer}\n`);
