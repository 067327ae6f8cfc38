import { describe, expect, it } from 'vitest';
import { AdminPayloadError, decryptAdminPayload, encryptAdminPayload } from './admin-cipher.ts';
import { decodeChunked, encodeChunked } from './chunked.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { S3Error } from './s3-error.ts';
import { canonicalPath, canonicalQuery, deriveSigningKey } from './sigv4.ts';
import { Random } from './testing/random.ts';
import { check, presigned, signed } from './testing/signed-requests.ts';
import { encodeKey } from './uri.ts';
import { escapeXml, parseXml, xmlElement, xmlText } from './xml.ts';

const CHARACTERS = [...'aZ09/%+&=;,.~ \t\r\n:"\'<>\\', '%2F', '%zz', '😀', '\u0000', 'é', '%', 'f'];

function accepted(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof S3Error) {
      return false;
    }
    throw error;
  }
}

describe('damaged requests', () => {
  const tidy = (value: unknown) => String(value).trim().replace(/\s+/g, ' ');

  /** Whether two requests are equivalent as far as a signature can tell. */
  function same(a: IncomingRequest, b: IncomingRequest): boolean {
    const names = Object.keys(a.headers).filter((name) => name !== 'authorization');
    return (
      canonicalPath(a.rawPath) === canonicalPath(b.rawPath) &&
      canonicalQuery(a.rawQuery, 'X-Amz-Signature') ===
        canonicalQuery(b.rawQuery, 'X-Amz-Signature') &&
      names.every((name) => tidy(a.headers[name]) === tidy(b.headers[name]))
    );
  }

  function damaged(random: Random, request: IncomingRequest): IncomingRequest {
    switch (random.below(3)) {
      case 0:
        return { ...request, rawPath: random.damage(request.rawPath, CHARACTERS) };
      case 1:
        return { ...request, rawQuery: random.damage(request.rawQuery, CHARACTERS) };
      default: {
        const name = random.pick(Object.keys(request.headers));
        const value = random.damage(String(request.headers[name]), CHARACTERS);
        return { ...request, headers: { ...request.headers, [name]: value } };
      }
    }
  }

  it('pass the check only if they still ask for the same', () => {
    const random = new Random(1);
    let passed = 0;
    for (let round = 0; round < 4000; round++) {
      const key = encodeKey(random.text(random.below(12), CHARACTERS));
      const url = `http://s:9000/b/${key}?uploadId=u%2F1&x`;
      const request =
        random.below(2) === 0
          ? presigned(url)
          : signed('GET', url, { 'content-type': 'a/b', 'x-amz-meta-k': 'v w' });
      expect(accepted(() => check(request))).toBe(true);
      const other = damaged(random, request);
      if (accepted(() => check(other))) {
        passed += 1;
        expect(same(request, other), `round ${round}`).toBe(true);
      }
    }
    // Some changes are harmless: white space, or a different encoding of the same text.
    expect(passed).toBeLessThan(1000);
  });

  it('never fail in another way, whatever the authorization says', () => {
    const random = new Random(2);
    const words = [
      ...CHARACTERS,
      'AWS4-HMAC-SHA256 ',
      'Credential=',
      'SignedHeaders=host',
      'Signature=',
      'a/20260301/us-east-1/s3/aws4_request',
      ', ',
      'X-Amz-Expires=',
      'X-Amz-Signature=',
    ];
    for (let round = 0; round < 4000; round++) {
      const authorization = random.text(random.below(14), words);
      const headers = { host: 's', 'x-amz-date': '20260301T120000Z', authorization };
      const request = { method: 'GET', rawPath: '/', rawQuery: '', headers };
      expect(accepted(() => check(request))).toBe(false);
      const rawQuery = `X-Amz-Algorithm=AWS4-HMAC-SHA256&${random.text(random.below(14), words)}`;
      const inQuery = { method: 'GET', rawPath: '/', rawQuery, headers: { host: 's' } };
      expect(accepted(() => check(inQuery))).toBe(false);
    }
  });
});

describe('damaged chunked bodies', () => {
  const scope = { date: '20260301', region: 'r', service: 's3' };
  const signing = {
    seedSignature: 'a'.repeat(64),
    signingKey: deriveSigningKey('secret', scope),
    scope,
    timestamp: '20260301T120000Z',
  };
  const SYNTAX = [...'0159afAFx;:=\r\n -', '\r\n', '\n', 'chunk-signature=', 'ff', '0\r\n\r\n'];

  async function* cut(random: Random, body: Buffer): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < body.length; ) {
      const end = at + 1 + random.below(random.below(2) === 0 ? 5 : 400);
      yield body.subarray(at, end);
      at = end;
    }
  }

  async function decode(random: Random, body: Buffer, size: number, isSigned: boolean) {
    const pieces: Uint8Array[] = [];
    const options = {
      signed: isSigned ? signing : undefined,
      trailer: !isSigned,
      decodedLength: size,
      maxChunk: 1000,
    };
    try {
      for await (const piece of decodeChunked(cut(random, body), options)) {
        pieces.push(piece);
      }
    } catch (error) {
      if (error instanceof S3Error) {
        return undefined;
      }
      throw error;
    }
    return Buffer.concat(pieces);
  }

  it('never give other data under a signature', async () => {
    const random = new Random(3);
    for (let round = 0; round < 2000; round++) {
      const data = random.bytes(random.below(600));
      const encoded: Uint8Array[] = [];
      for await (const piece of encodeChunked(cut(random, data), signing, 1 + random.below(300))) {
        encoded.push(piece);
      }
      const body = Buffer.concat(encoded);
      const whole = await decode(random, body, data.length, true);
      expect(whole?.equals(data), `round ${round}`).toBe(true);
      const damaged = Buffer.from(random.damage(body.toString('latin1'), SYNTAX), 'latin1');
      const got = await decode(random, damaged, data.length, true);
      expect(got === undefined || got.equals(data), `round ${round}, damaged`).toBe(true);
    }
  });

  it('never give more or less than was announced without one', async () => {
    const random = new Random(4);
    for (let round = 0; round < 4000; round++) {
      const body = Buffer.from(random.text(random.below(40), SYNTAX));
      const size = random.below(20);
      const got = await decode(random, body, size, false);
      expect(got === undefined || got.length === size, `round ${round}`).toBe(true);
    }
  });
});

describe('damaged admin payloads', () => {
  it('are refused, and undamaged ones of any length opened', async () => {
    const random = new Random(5);
    for (let round = 0; round < 150; round++) {
      const data = random.bytes(random.below(random.pick([10, 100, 40_000])));
      const payload = await encryptAdminPayload('secret', data, { cipher: 'pbkdf2-aes-256-gcm' });
      expect((await decryptAdminPayload('secret', payload)).equals(data)).toBe(true);
      const at = random.below(payload.length);
      const damaged = Buffer.from(payload);
      // Skips the cipher byte: another derivation is slow and no damage in itself.
      damaged[at === 32 ? 33 : at] = (damaged[at === 32 ? 33 : at] ?? 0) ^ (1 + random.below(255));
      await expect(decryptAdminPayload('secret', damaged)).rejects.toThrow(AdminPayloadError);
      const short = payload.subarray(0, random.below(payload.length));
      await expect(decryptAdminPayload('secret', short)).rejects.toThrow(AdminPayloadError);
    }
  });
});

describe('damaged XML', () => {
  const MARKUP = [
    ...'<>/&;"\'= ax',
    '<a>',
    '</a>',
    '<a b="c">',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '&amp;',
    '&#65;',
    '<!DOCTYPE',
  ];

  it('is refused or read, and never fails in another way', () => {
    const random = new Random(6);
    for (let round = 0; round < 10_000; round++) {
      const text = random.text(random.below(30), MARKUP);
      accepted(() => parseXml(text));
      accepted(() => parseXml(`<a><a>x</a>${text}</a>`));
    }
  });

  it('keeps any text that was escaped', () => {
    const random = new Random(7);
    const alphabet = [...MARKUP, ...CHARACTERS, '\u0001', '\u001f', '\u0085', '\uffff'];
    for (let round = 0; round < 3000; round++) {
      const text = random.text(random.below(20), alphabet);
      // Characters that XML cannot represent are written as U+FFFD.
      const kept = text.replaceAll('\u0000', '\ufffd').replaceAll('\uffff', '\ufffd');
      expect(xmlText(parseXml(`<r>${xmlElement('k', text)}</r>`), 'k')).toBe(kept);
      expect(parseXml(`<r a="${escapeXml(text)}"/>`).attributes.get('a')).toBe(kept);
    }
  });
});
