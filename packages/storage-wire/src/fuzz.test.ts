import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { AdminPayloadError, decryptAdminPayload, encryptAdminPayload } from './admin-cipher.ts';
import { decodeChunked } from './chunked.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { S3Error } from './s3-error.ts';
import { checkLegacySignature } from './sigv2.ts';
import { deriveSigningKey } from './sigv4.ts';
import { parseSignature } from './sigv4-check.ts';
import { Random } from './testing/random.ts';
import { CREDENTIALS, check, NOW, present, presigned, signed } from './testing/signed-requests.ts';
import { decodePath, parseQuery } from './uri.ts';
import { parseXml, type XmlElement } from './xml.ts';

/** Key derivation takes milliseconds and is mocked; the tests cover what follows it. */
vi.mock('node:crypto', async (original) => {
  type Derived = (error: Error | null, key: Buffer) => void;
  const real = await original<typeof import('node:crypto')>();
  const quick = (secret: string, salt: Uint8Array): Buffer =>
    createHash('sha256').update(secret).update(salt).digest();
  return {
    ...real,
    pbkdf2: (secret: string, salt: Uint8Array, ...rest: [number, number, string, Derived]) =>
      rest[3](null, quick(secret, salt)),
    argon2: (
      _: string,
      { message, nonce }: { message: string; nonce: Uint8Array },
      done: Derived,
    ) => done(null, quick(message, nonce)),
  };
});

const ODD = [
  ...'aZ09/%+&=;,.~ \t\r\n:"\'<>\\',
  '%2F',
  '%00',
  '%zz',
  '%c3',
  '😀',
  '\u0000',
  'é',
  '\ud800',
];

/** Cheaper than an expectation, as these loops need very many. */
function must(holds: boolean, input: unknown): void {
  if (!holds) {
    throw new Error(`Fails for ${JSON.stringify(input)}`);
  }
}

/** Returns undefined for an expected refusal; rethrows any other error. */
function outcome<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof S3Error) {
      return undefined;
    }
    throw error;
  }
}

describe('a signature with one character changed', () => {
  /** Returns the text with one position changed, removed or duplicated. */
  function variants(text: string): readonly string[] {
    return Array.from({ length: text.length }, (_, at) => [
      ...['x', '7', '-', '/'].map((other) => text.slice(0, at) + other + text.slice(at + 1)),
      text.slice(0, at) + text.slice(at + 1),
      `${text.slice(0, at)}0${text.slice(at)}`,
    ])
      .flat()
      .filter((variant) => variant !== text);
  }

  it('is refused, wherever in the Authorization header it is', () => {
    const request = signed('PUT', 'http://s:9000/b/k?tagging', { 'x-amz-acl': 'private' });
    expect(outcome(() => check(request))).toBeDefined();
    let count = 0;
    const whole = String(request.headers.authorization);
    // White space is insignificant.
    const tidy = (text: string): string => text.replaceAll(' ', '');
    for (const authorization of variants(whole).filter((text) => tidy(text) !== tidy(whole))) {
      const other = { ...request, headers: { ...request.headers, authorization } };
      // Another access key means another user, if it exists, with another secret.
      const same = outcome(() => present(other))?.accessKey === CREDENTIALS.accessKey;
      expect(same ? outcome(() => check(other)) : undefined, authorization).toBeUndefined();
      count++;
    }
    for (const name of ['x-amz-date', 'x-amz-content-sha256', 'x-amz-acl', 'host']) {
      for (const value of variants(String(request.headers[name]))) {
        const headers = { ...request.headers, [name]: value };
        expect(
          outcome(() => check({ ...request, headers })),
          `${name}: ${value}`,
        ).toBeUndefined();
        count++;
      }
    }
    expect(count).toBeGreaterThan(1500);
  });

  it('is refused, wherever in a presigned query it is', () => {
    const request = presigned('http://s:9000/b/k?versionId=abc');
    expect(outcome(() => check(request))).toBeDefined();
    for (const rawQuery of variants(request.rawQuery)) {
      expect(
        outcome(() => check({ ...request, rawQuery })),
        rawQuery,
      ).toBeUndefined();
    }
  });

  it('is refused, wherever in the path or the method it is', () => {
    const request = signed('GET', 'http://s:9000/bucket/key%20name');
    for (const rawPath of variants(request.rawPath)) {
      expect(
        outcome(() => check({ ...request, rawPath })),
        rawPath,
      ).toBeUndefined();
    }
    for (const method of variants(request.method)) {
      expect(
        outcome(() => check({ ...request, method })),
        method,
      ).toBeUndefined();
    }
  });
});

describe('random input', () => {
  it('of a signature is refused or read, 30,000 times', () => {
    const random = new Random(101);
    const words = [
      ...ODD,
      'AWS4-HMAC-SHA256 ',
      'AWS4-HMAC-SHA256',
      'AWS key:sig',
      'Credential=',
      'SignedHeaders=host;x-amz-date',
      'Signature=',
      'a'.repeat(64),
      'a/20260301/us-east-1/s3/aws4_request',
      ', ',
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&',
      'X-Amz-Credential=a%2F20260301%2Fr%2Fs3%2Faws4_request&',
      'X-Amz-Date=20260301T120000Z&',
      'X-Amz-Expires=',
      'X-Amz-SignedHeaders=host&',
      'X-Amz-Signature=',
      'X-Amz-Security-Token=',
    ];
    for (let round = 0; round < 30_000; round++) {
      const text = random.text(random.below(20), words);
      const date = random.pick(['20260301T120000Z', '20269999T999999Z', '', text]);
      const request: IncomingRequest = {
        method: random.pick(['GET', 'PUT', text]),
        rawPath: random.pick(['/', `/${text}`]),
        rawQuery: random.pick(['', text, `X-Amz-Algorithm=AWS4-HMAC-SHA256&${text}`]),
        headers: {
          host: 's',
          'x-amz-date': date,
          'x-amz-content-sha256': random.pick([text, 'UNSIGNED-PAYLOAD']),
          authorization: random.pick([text, `AWS4-HMAC-SHA256 ${text}`, `AWS ${text}:${text}`]),
        },
      };
      const parsed = outcome(() => parseSignature(request));
      if (parsed?.kind === 'legacy') {
        const { secretKey } = CREDENTIALS;
        const accepted = outcome(() => {
          checkLegacySignature(parsed, request, secretKey, NOW);
          return true;
        });
        must(accepted === undefined, request);
      } else if (parsed !== undefined && parsed.kind !== 'anonymous') {
        must(outcome(() => check(request)) === undefined, request);
      }
    }
  });

  it('of a path or query is refused or decoded to no more than it was, 30,000 times', () => {
    const random = new Random(102);
    for (let round = 0; round < 30_000; round++) {
      const text = random.text(random.below(40), ODD);
      const path = outcome(() => decodePath(`/${text}`));
      must((path ?? '').length <= text.length + 1, text);
      const pairs = outcome(() => parseQuery(text)) ?? [];
      const size = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      must(size <= text.length, text);
    }
  });

  it('of XML is refused or read to no more than it was, 20,000 times', () => {
    const random = new Random(103);
    const markup = [
      ...ODD,
      ...['<a>', '</a>', '<a b="c">', '<a/>', '<!--', '-->', '<![CDATA[', ']]>', '<?xml', '?>'],
      ...[
        '&amp;',
        '&#65;',
        '&#x10ffff;',
        '&#xd800;',
        '&#99999999999;',
        '&e;',
        '<!DOCTYPE',
        '<!ENTITY',
      ],
    ];
    const textOf = (element: XmlElement): number =>
      element.text.length + element.children.reduce((sum, child) => sum + textOf(child), 0);
    for (let round = 0; round < 20_000; round++) {
      const inner = random.text(random.below(25), markup);
      const text = random.pick([inner, `<a>${inner}</a>`]);
      const root = outcome(() => parseXml(random.pick([text, Buffer.from(text)])));
      must((root ? textOf(root) : 0) <= text.length, text);
    }
  });

  it('of a chunked body is refused or gives what was announced, 8,000 times', async () => {
    const random = new Random(104);
    const scope = { date: '20260301', region: 'r', service: 's3' };
    const signing = {
      seedSignature: 'a'.repeat(64),
      signingKey: deriveSigningKey('secret', scope),
      scope,
      timestamp: '20260301T120000Z',
    };
    const syntax = [
      ...'0159afAF;=\r\n -',
      ...[
        '\r\n',
        '5\r\nhello\r\n',
        '0\r\n\r\n',
        '0\r\n',
        ';chunk-signature=',
        'f'.repeat(20),
        '\u0000',
      ],
      ...['x-amz-checksum-crc32:AAAAAA==\r\n', 'x-amz-trailer-signature:', `${'0'.repeat(64)}\r\n`],
    ];
    for (let round = 0; round < 8_000; round++) {
      const body = Buffer.from(random.text(random.below(30), syntax), 'latin1');
      const announced = random.below(12);
      const options = {
        signed: random.below(2) === 0 ? signing : undefined,
        trailer: random.below(2) === 0,
        decodedLength: announced,
        maxChunk: 1000,
      };
      let size = 0;
      const half = random.below(body.length + 1);
      const source = (async function* () {
        yield body.subarray(0, half);
        yield body.subarray(half);
      })();
      try {
        for await (const piece of decodeChunked(source, options)) {
          size += piece.length;
          must(size <= announced, body);
        }
        must(size === announced, body);
      } catch (error) {
        must(error instanceof S3Error, body);
      }
    }
  });

  it('of an admin payload is never opened, 12,000 times', async () => {
    const random = new Random(105);
    const refused = async (data: Uint8Array): Promise<void> => {
      const opened = await decryptAdminPayload('secret', data).catch((error: unknown) => error);
      must(opened instanceof AdminPayloadError, data);
    };
    const ciphers = [
      'argon2id-aes-256-gcm',
      'argon2id-chacha20-poly1305',
      'pbkdf2-aes-256-gcm',
    ] as const;
    for (let round = 0; round < 4_000; round++) {
      await refused(random.bytes(random.below(120)));
      const content = random.bytes(random.below(60));
      const payload = await encryptAdminPayload('secret', content, {
        cipher: random.pick(ciphers),
      });
      must((await decryptAdminPayload('secret', payload)).equals(content), content);
      const at = random.below(payload.length);
      const flipped = Buffer.from(payload);
      flipped[at] = (flipped[at] ?? 0) ^ (1 + random.below(255));
      await refused(flipped);
      const changed = Buffer.concat([payload.subarray(0, at), random.bytes(1 + random.below(3))]);
      // The random bytes may equal what was cut off.
      if (!changed.equals(payload)) await refused(changed);
    }
  });
});
