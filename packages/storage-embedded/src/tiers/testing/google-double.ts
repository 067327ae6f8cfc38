import { createPublicKey, generateKeyPairSync, hash, randomUUID, verify } from 'node:crypto';
import { ranged, type SmallAnswer, type SmallRequest, SmallServer } from './small-server.ts';

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EMAIL = 'tier@project.iam.gserviceaccount.com';

/** Returns the JSON file of a service account; the token server only knows the right key. */
export function accountFile(tokenUri: string, { isRight = true } = {}): string {
  const { privateKey } = isRight ? KEYS : OTHER_KEYS;
  return JSON.stringify({
    type: 'service_account',
    client_email: EMAIL,
    private_key_id: '1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: tokenUri,
  });
}

/** Google's token server; `given` receives the valid tokens. */
export function tokenServer(given: Set<string>): SmallServer {
  const publicKey = createPublicKey(KEYS.publicKey.export({ type: 'spki', format: 'pem' }));
  const server = new SmallServer(({ body }) => {
    const form = new URLSearchParams(body.toString());
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const { iss, aud, scope, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const isGood =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      verify(
        'RSA-SHA256',
        Buffer.from(`${header}.${claims}`),
        publicKey,
        Buffer.from(signature, 'base64url'),
      ) &&
      iss === EMAIL &&
      aud === `${server.url}/token` &&
      scope === 'https://www.googleapis.com/auth/devstorage.read_write' &&
      exp > Date.now() / 1000;
    if (!isGood) {
      return { status: 400, body: '{"error":"invalid_grant","error_description":"Invalid JWT"}' };
    }
    const token = randomUUID();
    given.add(token);
    return { status: 200, body: JSON.stringify({ access_token: token, expires_in: 3599 }) };
  });
  return server;
}

interface Kept {
  readonly name: string;
  readonly generation: string;
  readonly content: Buffer;
}

/** A replacement for fake-gcs-server with the operations that tiers use. */
export function googleDouble(tokens: Set<string>): SmallServer {
  const buckets = new Map<string, Kept[]>();
  let generation = 1_000;
  return new SmallServer(({ method, url, path, headers, body }: SmallRequest): SmallAnswer => {
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', ''))) {
      return refusal(401, 'authError');
    }
    if (method === 'POST' && path === '/storage/v1/b') {
      buckets.set(JSON.parse(body.toString()).name, []);
      return { status: 200, body: '{}' };
    }
    const [, bucket = '', key] = /\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(path) ?? [];
    const kept = buckets.get(bucket);
    if (kept === undefined) {
      return refusal(404, 'notFound');
    }
    if (method === 'POST') {
      const { name, content } = readParts(body, headers['content-type'] ?? '');
      generation += 1;
      kept.push({ name, generation: String(generation), content });
      const md5Hash = hash('md5', content, 'base64');
      return { status: 200, body: JSON.stringify({ generation: String(generation), md5Hash }) };
    }
    if (key === undefined) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const found = kept.filter(({ name }) => name.startsWith(prefix));
      const items = found.map(({ name, generation }) => ({ name, generation }));
      return { status: 200, body: JSON.stringify(items.length === 0 ? {} : { items }) };
    }
    const at = kept.findIndex(
      (one) =>
        one.name === decodeURIComponent(key) &&
        one.generation === (url.searchParams.get('generation') ?? one.generation),
    );
    const [found] = at < 0 ? [] : kept.slice(at);
    if (found === undefined) {
      return refusal(404, 'notFound');
    }
    if (method === 'DELETE') {
      kept.splice(at, 1);
      return { status: 204 };
    }
    return ranged(found.content, headers.range);
  });
}

/** Returns the two parts of an upload: metadata and content. */
function readParts(body: Buffer, type: string): { name: string; content: Buffer } {
  const boundary = `--${type.split('boundary=')[1]}`;
  const second = body.indexOf(boundary, boundary.length);
  const about = body.subarray(0, second).toString();
  const begin = body.indexOf('\r\n\r\n', second) + 4;
  const content = body.subarray(begin, body.lastIndexOf(`\r\n${boundary}--`));
  return { name: JSON.parse(about.slice(about.indexOf('\r\n\r\n'))).name, content };
}

function refusal(status: number, reason: string): SmallAnswer {
  const error = { code: status, message: `It says ${reason}.`, errors: [{ reason }] };
  return { status, body: JSON.stringify({ error }) };
}
