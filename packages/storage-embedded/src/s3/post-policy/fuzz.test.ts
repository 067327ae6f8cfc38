import { S3Error } from '@stowage/storage-wire/s3-error';
import { Random } from '@stowage/storage-wire/testing/random';
import { expect, it } from 'vitest';
import { readFields } from './form-fields.ts';
import { headersOfForm } from './form-headers.ts';
import { FormParts } from './form-parts.ts';
import { checkPostPolicy, parsePostPolicy } from './policy.ts';

const POLICY = JSON.stringify({
  expiration: '2100-01-01T00:00:00Z',
  conditions: [
    ...['key', 'x-amz-meta-a', 'tagging'].map((name) => ['starts-with', `$${name}`, '']),
    ['content-length-range', 0, 9],
  ],
});
const PIECES = [
  ...'\r\n-";=:{}[]$%\\\0',
  ...['\r\n', '--B', '--B--', '\r\n--B\r\n', 'name=', 'filename="', 'x-amz-meta-a', 'tagging'],
  ...['Content-Disposition: form-data; name="', '<Tagging><TagSet>', '__proto__', '1e999', 'é'],
];

const field = (name: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FORM = `${field('key', 'user/a')}${field('x-amz-meta-a', 'b')}${field('policy', 'P')}${field(
  'tagging',
  '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>',
)}--B\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\ncontent\r\n--B--\r\n`;

async function* pieces(bytes: Buffer, random: Random): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(60);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Reads a form like a request would and returns the size of its file. */
async function read(text: string, policy: string, random: Random): Promise<number> {
  const bytes = Buffer.from(text);
  const parts = new FormParts(pieces(bytes, random), 'B');
  const { fields } = await readFields(parts);
  for (const value of Object.values(headersOfForm(fields, {}))) {
    expect(String(value)).toMatch(/^[\t\x20-\x7e\x80-\xff]*$/);
  }
  checkPostPolicy(parsePostPolicy(Buffer.from(policy).toString('base64')), fields, 0);
  let size = 0;
  for await (const piece of parts.content()) {
    size += piece.length;
  }
  expect(size).toBeLessThanOrEqual(bytes.length);
  return size;
}

it('forms with random damage are refused or read, 12,000 times', async () => {
  const random = new Random(205);
  let whole = 0;
  for (let round = 0; round < 12_000; round++) {
    let text = random.below(10) === 0 ? random.text(random.below(30), PIECES) : FORM;
    let policy = POLICY;
    for (let times = random.below(3); times > 0; times--) {
      text = random.damage(text, PIECES);
      policy = random.below(3) === 0 ? random.damage(policy, PIECES) : policy;
    }
    await read(text, policy, random).then(
      (size) => {
        whole += size === 'content'.length ? 1 : 0;
      },
      (error: unknown) => {
        if (!(error instanceof S3Error)) {
          throw new Error(`Fails for ${JSON.stringify([text, policy])}`, { cause: error });
        }
      },
    );
  }
  expect(whole).toBeGreaterThan(1000);
});
