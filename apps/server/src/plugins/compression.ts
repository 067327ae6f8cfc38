import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Shorter responses fit into a packet uncompressed. */
const WORTH_BYTES = 1024;

type Encoding = 'br' | 'gzip';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Fast levels, since each response is compressed anew. */
const COMPRESS: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: (text) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => deflate(text, { level: 4 }),
};

/** The best encoding that a browser's Accept-Encoding allows; undefined for none. */
export function chooseEncoding(accepted: string): Encoding | undefined {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(?:\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding));
}

/**
 * Compresses JSON responses to GET. Responses to other methods stay uncompressed: they are short,
 * and those that create keys or sessions contain secrets, about which the length of a compressed
 * response would leak information (BREACH). Streams of objects are never touched.
 */
export function compression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || typeof payload !== 'string' || !isJson(reply)) return payload;
    reply.header('vary', 'accept-encoding');
    if (payload.length < WORTH_BYTES) return payload;
    const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''));
    if (encoding === undefined) return payload;
    const compressed = await COMPRESS[encoding](payload);
    reply.header('content-encoding', encoding).header('content-length', compressed.length);
    return compressed;
  });
}

function isJson(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return type.startsWith('application/json') && !reply.hasHeader('content-encoding');
}
