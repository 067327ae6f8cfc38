import { createHmac, hash } from 'node:crypto';
import { ranged, type SmallAnswer, type SmallRequest, SmallServer } from './small-server.ts';

/** Azurite's built-in account. */
export const AZURE_ACCOUNT = {
  account: 'devstoreaccount1',
  key: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
};

/** A replacement for Azurite with the operations that tiers use. */
export function azureDouble(): SmallServer {
  const blobs = new Map<string, Buffer>();
  const blocks = new Map<string, Buffer>();
  const containers = new Set<string>();
  const answer = (request: SmallRequest): SmallAnswer => {
    const { method, url, headers, body } = request;
    if (headers.authorization !== expected(request)) {
      return refusal(403, 'AuthenticationFailed');
    }
    const [, , container = '', ...rest] = decodeURIComponent(request.path).split('/');
    const key = rest.join('/');
    const query = url.searchParams;
    if (method === 'PUT' && query.get('restype') === 'container') {
      containers.add(container);
      return { status: 201 };
    }
    if (!containers.has(container)) {
      return refusal(404, 'ContainerNotFound');
    }
    if (query.get('comp') === 'list') {
      const prefix = query.get('prefix') ?? '';
      const found = [...blobs.keys()].filter((name) => name.startsWith(prefix));
      const listed = found.map((name) => `<Blob><Name>${name}</Name></Blob>`).join('');
      return {
        status: 200,
        body: `<EnumerationResults><Blobs>${listed}</Blobs></EnumerationResults>`,
      };
    }
    if (method === 'PUT') {
      return put(key, query, body);
    }
    const blob = blobs.get(key);
    if (blob === undefined) {
      return refusal(404, 'BlobNotFound');
    }
    if (method === 'DELETE') {
      blobs.delete(key);
      return { status: 202 };
    }
    return ranged(blob, headers.range);
  };
  const put = (key: string, query: URLSearchParams, body: Buffer): SmallAnswer => {
    const created = { status: 201, headers: { 'content-md5': hash('md5', body, 'base64') } };
    switch (query.get('comp')) {
      case 'block':
        blocks.set(`${key} ${query.get('blockid')}`, body);
        return created;
      case 'blocklist': {
        const ids = [...body.toString().matchAll(/<Latest>(.*?)<\/Latest>/g)];
        const parts = ids.map(([, id]) => blocks.get(`${key} ${id}`) ?? Buffer.alloc(0));
        blobs.set(key, Buffer.concat(parts));
        return { status: 201 };
      }
      default:
        blobs.set(key, body);
        return created;
    }
  };
  return new SmallServer(answer);
}

/** Returns the string to sign, according to Microsoft's documentation. */
function expected({ method, url, path, headers }: SmallRequest): string {
  const length = headers['content-length'] ?? '';
  const type = headers['content-type'] ?? '';
  const range = headers.range ?? '';
  const canonical = ['x-ms-access-tier', 'x-ms-blob-type', 'x-ms-date', 'x-ms-version']
    .filter((name) => headers[name] !== undefined)
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('');
  const names = [...url.searchParams.keys()].sort();
  const query = names.map((name) => `\n${name}:${url.searchParams.get(name)}`).join('');
  const { account, key } = AZURE_ACCOUNT;
  const text = `${method}\n\n\n${length === '0' ? '' : length}\n\n${type}\n\n\n\n\n\n${range}\n${canonical}/${account}${path}${query}`;
  const hmac = createHmac('sha256', Buffer.from(key, 'base64'));
  return `SharedKey ${account}:${hmac.update(text).digest('base64')}`;
}

function refusal(status: number, code: string): SmallAnswer {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}\nRequestId:1</Message></Error>`;
  return { status, headers: { 'x-ms-error-code': code }, body };
}
