import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type DecodeChunked, decodeChunked, encodeChunked, encodedLength } from './chunked.ts';
import { S3Error } from './s3-error.ts';
import { type ChunkSigning, deriveSigningKey, requestSignature } from './sigv4.ts';

const SCOPE = { date: '20130524', region: 'us-east-1', service: 's3' };
const TIMESTAMP = '20130524T000000Z';
const SIGNING_KEY = deriveSigningKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', SCOPE);
const MIB = 1024 * 1024;

function signing(seedSignature: string): ChunkSigning {
  return { seedSignature, signingKey: SIGNING_KEY, scope: SCOPE, timestamp: TIMESTAMP };
}

async function* pieces(body: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) {
    yield body.subarray(at, at + size);
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of source) {
    all.push(piece);
  }
  return Buffer.concat(all);
}

/** Decodes a body that arrives in pieces of the given size. */
async function decode(
  body: string | Uint8Array,
  options: Partial<DecodeChunked> = {},
  pieceSize = 1 << 20,
): Promise<{ data: Buffer; trailers: ReadonlyMap<string, string> }> {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const decoded = decodeChunked(pieces(bytes, pieceSize), {
    trailer: true,
    decodedLength: 11,
    maxChunk: 16 * MIB,
    ...options,
  });
  return { data: await collect(decoded), trailers: decoded.trailers };
}

async function refusal(body: string | Uint8Array, options: Partial<DecodeChunked> = {}) {
  try {
    await decode(body, options);
  } catch (error) {
    if (error instanceof S3Error) {
      return error.code;
    }
    throw error;
  }
  return 'accepted';
}

/** The two worked examples in AWS's documentation: 65 KiB of 'a' in chunks of 64 KiB. */
const DATA = Buffer.alloc(65 * 1024, 'a');

function documentBody(signatures: readonly string[], end: string): Buffer {
  const [first, second, last] = signatures;
  return Buffer.concat([
    Buffer.from(`10000;chunk-signature=${first}\r\n`),
    DATA.subarray(0, 65536),
    Buffer.from(`\r\n400;chunk-signature=${second}\r\n`),
    DATA.subarray(65536),
    Buffer.from(`\r\n0;chunk-signature=${last}\r\n${end}`),
  ]);
}

const SEED = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9';
const BODY = documentBody(
  [
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ],
  '\r\n',
);
const SIGNED = { signed: signing(SEED), trailer: false, decodedLength: DATA.length };

const TRAILER_SEED = '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e';
const TRAILER_SIGNATURES = [
  'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
  '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
  '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
];
const TRAILER_SIGNATURE = 'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435';
const TRAILER_END = `x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:${TRAILER_SIGNATURE}\r\n\r\n`;
const SIGNED_TRAILER = {
  signed: signing(TRAILER_SEED),
  trailer: true,
  decodedLength: DATA.length,
  trailerNames: ['x-amz-checksum-crc32c'],
};

describe('chunks with signatures', () => {
  it('begin with the signature of the request', () => {
    const seed = requestSignature(
      {
        method: 'PUT',
        rawPath: '/examplebucket/chunkObject.txt',
        query: '',
        headers: [
          ['content-encoding', ['aws-chunked']],
          ['content-length', [String(BODY.length)]],
          ['host', ['s3.amazonaws.com']],
          ['x-amz-content-sha256', ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD']],
          ['x-amz-date', [TIMESTAMP]],
          ['x-amz-decoded-content-length', [String(DATA.length)]],
          ['x-amz-storage-class', ['REDUCED_REDUNDANCY']],
        ],
        payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
        timestamp: TIMESTAMP,
        scope: SCOPE,
      },
      SIGNING_KEY,
    );
    expect(seed).toBe(SEED);
  });

  it.each([1, 7, 86, 1000, 65536, MIB])('are decoded from pieces of %i bytes', async (size) => {
    const { data } = await decode(BODY, SIGNED, size);
    expect(data.equals(DATA)).toBe(true);
  });

  it('are encoded as in the documentation', async () => {
    const encoded = await collect(encodeChunked(pieces(DATA, 1000), signing(SEED)));
    expect(encoded.equals(BODY)).toBe(true);
    expect(encodedLength(DATA.length)).toBe(BODY.length);
  });

  it.each([0, 1, 9, 10, 11, 20, 25])('make the round for %i bytes', async (size) => {
    const data = randomBytes(size);
    const encoded = await collect(encodeChunked(pieces(data, 3), signing(SEED), 10));
    expect(encoded.length).toBe(encodedLength(size, 10));
    const decoded = await decode(encoded, { ...SIGNED, decodedLength: size });
    expect(decoded.data.equals(data)).toBe(true);
  });

  it('are refused when a byte of them was changed', async () => {
    for (const at of [100, 65536, 65700, BODY.length - 100]) {
      const changed = Buffer.from(BODY);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await refusal(changed, SIGNED)).not.toBe('accepted');
    }
    const data = Buffer.from(BODY);
    data[100] = 98;
    expect(await refusal(data, SIGNED)).toBe('SignatureDoesNotMatch');
  });

  it('are refused under another seed or key', async () => {
    expect(await refusal(BODY, { ...SIGNED, signed: signing(TRAILER_SEED) })).toBe(
      'SignatureDoesNotMatch',
    );
    const other = { ...signing(SEED), signingKey: createSecretKey(Buffer.alloc(32)) };
    expect(await refusal(BODY, { ...SIGNED, signed: other })).toBe('SignatureDoesNotMatch');
  });

  it('must all be there, the empty last one too', async () => {
    for (const length of [0, 10, 86, 5000, 65625, 65627, BODY.length - 88, BODY.length - 10]) {
      const code = await refusal(BODY.subarray(0, length), SIGNED);
      expect(code, `cut at ${length}`).toBe('IncompleteBody');
    }
  });

  it('must be signed where signatures were announced, and only there', async () => {
    expect(await refusal('b\r\nhello world\r\n0\r\n\r\n', { ...SIGNED, decodedLength: 11 })).toBe(
      'InvalidRequest',
    );
    expect(await refusal(BODY, { trailer: false, decodedLength: DATA.length })).toBe(
      'InvalidRequest',
    );
  });
});

describe('chunks with signatures and a trailer', () => {
  const body = documentBody(TRAILER_SIGNATURES, TRAILER_END);

  it.each([1, 1000, MIB])('are decoded from pieces of %i bytes', async (size) => {
    const { data, trailers } = await decode(body, SIGNED_TRAILER, size);
    expect(data.equals(DATA)).toBe(true);
    expect([...trailers]).toEqual([['x-amz-checksum-crc32c', 'sOO8/Q==']]);
  });

  it.each([
    ['line feeds alone', TRAILER_END.replaceAll('\r\n', '\n')],
    ['an empty line before the signature', TRAILER_END.replace('\r\n', '\n\r\n')],
    ['no empty line at the end', TRAILER_END.slice(0, -2)],
  ])('are decoded with %s', async (_, end) => {
    const { trailers } = await decode(documentBody(TRAILER_SIGNATURES, end), SIGNED_TRAILER);
    expect(trailers.get('x-amz-checksum-crc32c')).toBe('sOO8/Q==');
  });

  it.each([
    ['changed trailer', TRAILER_END.replace('sOO8', 'sOO9'), 'SignatureDoesNotMatch'],
    ['changed signature', TRAILER_END.replace('d81f', 'd81e'), 'SignatureDoesNotMatch'],
    ['no signature', 'x-amz-checksum-crc32c:sOO8/Q==\r\n\r\n', 'SignatureDoesNotMatch'],
    ['nothing', '\r\n', 'SignatureDoesNotMatch'],
    ['line without colon', 'x-amz-checksum-crc32c\r\n\r\n', 'MalformedTrailerError'],
    ['a byte after the end', `${TRAILER_END}x`, 'MalformedTrailerError'],
    ['lines after the end', `${TRAILER_END}x\r\n`, 'MalformedTrailerError'],
  ])('are refused: %s', async (_, end, code) => {
    expect(await refusal(documentBody(TRAILER_SIGNATURES, end), SIGNED_TRAILER)).toBe(code);
  });
});

describe('chunks without signatures', () => {
  const body = '6\r\nhello \r\n5\r\nworld\r\n0\r\nx-amz-checksum-crc32:DUoRhQ==\r\n\r\n';
  const names = { trailerNames: ['X-Amz-Checksum-Crc32'] };

  it.each([1, 2, 3, 5, 1000])('are decoded from pieces of %i bytes', async (size) => {
    const { data, trailers } = await decode(body, names, size);
    expect(data.toString()).toBe('hello world');
    expect(trailers.get('x-amz-checksum-crc32')).toBe('DUoRhQ==');
  });

  it('are given as views of the source’s buffers', async () => {
    const source = Buffer.from(body);
    const views: Uint8Array[] = [];
    const options = { trailer: true, decodedLength: 11, maxChunk: 100 };
    for await (const piece of decodeChunked(pieces(source, 1000), options)) {
      views.push(piece);
    }
    expect(views.map((view) => view.buffer)).toEqual([source.buffer, source.buffer]);
  });

  it('have no trailers before their end', async () => {
    const decoded = decodeChunked(pieces(Buffer.from(body), 1000), {
      trailer: true,
      decodedLength: 11,
      maxChunk: 100,
    });
    const iterator = decoded[Symbol.asyncIterator]();
    await iterator.next();
    expect(decoded.trailers.size).toBe(0);
  });

  it.each([
    ['upper-case sizes', 'B\r\nhello world\r\n0\r\n\r\n'],
    ['leading zeros', '000b\r\nhello world\r\n000\r\n\r\n'],
    ['bare line feeds', 'b\nhello world\n0\n\n'],
    ['no empty line at the end', 'b\r\nhello world\r\n0\r\n'],
    ['two empty lines at the end', 'b\r\nhello world\r\n0\r\n\r\n\r\n'],
  ])('may come with %s', async (_, text) => {
    const { data, trailers } = await decode(text);
    expect(data.toString()).toBe('hello world');
    expect(trailers.size).toBe(0);
  });

  it.each([
    ['no size', '\r\nhello world\r\n0\r\n\r\n', 'InvalidRequest'],
    ['a size that is no number', 'xyz\r\nhello world\r\n0\r\n\r\n', 'InvalidRequest'],
    ['a negative size', '-b\r\nhello world\r\n0\r\n\r\n', 'InvalidRequest'],
    ['a huge size', `${'f'.repeat(13)}\r\nhello`, 'InvalidRequest'],
    ['a chunk beyond the limit', '1000001\r\nhello', 'InvalidRequest'],
    ['another extension', 'b;x=y\r\nhello world\r\n0\r\n\r\n', 'InvalidRequest'],
    ['a chunk longer than it says', 'a\r\nhello world\r\n0\r\n\r\n', 'InvalidRequest'],
    ['a chunk shorter than it says', 'c\r\nhello world\r\n0\r\n\r\n', 'IncompleteBody'],
    ['fewer bytes than announced', '5\r\nhello\r\n0\r\n\r\n', 'IncompleteBody'],
    ['more bytes than announced', 'c\r\nhello world!\r\n0\r\n\r\n', 'IncompleteBody'],
    ['no last chunk', 'b\r\nhello world\r\n', 'IncompleteBody'],
    ['nothing', '', 'IncompleteBody'],
    ['half a line', 'b', 'IncompleteBody'],
    ['a line without end', 'b'.repeat(5000), 'InvalidRequest'],
    ['a trailer twice', 'b\r\nhello world\r\n0\r\na:1\r\na:2\r\n\r\n', 'MalformedTrailerError'],
    ['a trailer that was cut', 'b\r\nhello world\r\n0\r\nabc', 'IncompleteBody'],
    ['bytes after the end', 'b\r\nhello world\r\n0\r\na:1\r\n\r\nb:2\r\n', 'MalformedTrailerError'],
    [
      'endless trailers',
      `b\r\nhello world\r\n0\r\n${'a:1\r\n'.repeat(5000)}`,
      'MalformedTrailerError',
    ],
    [
      'an endless trailer',
      `b\r\nhello world\r\n0\r\na:${'1'.repeat(20_000)}\r\n`,
      'InvalidRequest',
    ],
  ])('are refused with %s', async (_, text, code) => {
    expect(await refusal(text)).toBe(code);
  });

  it.each([
    [['x-amz-checksum-crc32'], 'accepted'],
    [['x-amz-checksum-crc32c'], 'MalformedTrailerError'],
    [['x-amz-checksum-crc32', 'x-amz-checksum-sha1'], 'MalformedTrailerError'],
    [[], 'MalformedTrailerError'],
  ])('must end with the trailers %j', async (trailerNames, code) => {
    expect(await refusal(body, { trailerNames })).toBe(code);
  });

  it.each([1, 2, 100])('may end in pieces of %i bytes, but not go on', async (size) => {
    const options = { trailer: false };
    const whole = 'b\r\nhello world\r\n0\r\n\r\n';
    expect((await decode(whole, options, size)).data.length).toBe(11);
    await expect(decode(`${whole}\r\n`, options, size)).rejects.toThrow(S3Error);
  });

  it('may not have a trailer where none was announced', async () => {
    expect(await refusal(body, { trailer: false })).toBe('InvalidRequest');
  });
});

describe('the source', () => {
  function watched(): { source: AsyncIterable<Uint8Array>; closed: () => boolean } {
    let closed = false;
    async function* generate(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield Buffer.from('5\r\nhello\r\n');
        }
      } finally {
        closed = true;
      }
    }
    return { source: generate(), closed: () => closed };
  }

  it('is closed when the reader stops', async () => {
    const { source, closed } = watched();
    const decoded = decodeChunked(source, { trailer: true, decodedLength: 1000, maxChunk: 10 });
    for await (const piece of decoded) {
      expect(Buffer.from(piece).toString()).toBe('hello');
      break;
    }
    expect(closed()).toBe(true);
  });

  it('is closed on an error', async () => {
    const { source, closed } = watched();
    const options = { trailer: true, decodedLength: 7, maxChunk: 10 };
    await expect(collect(decodeChunked(source, options))).rejects.toThrow(S3Error);
    expect(closed()).toBe(true);
  });

  it('passes its own error on', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('b\r\nhel');
      throw new Error('connection lost');
    }
    const options = { trailer: true, decodedLength: 11, maxChunk: 100 };
    await expect(collect(decodeChunked(failing(), options))).rejects.toThrow('connection lost');
  });
});
