import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAuthorities } from './authorities.ts';

const CERTS = new URL('../testing/certs/', import.meta.url);
const authority = await readFile(new URL('authority.crt', CERTS), 'utf8');
const other = await readFile(new URL('public.crt', CERTS), 'utf8');

async function fileWith(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-ca-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ca.pem');
  await writeFile(file, content);
  return file;
}

describe('a bundle of authorities', () => {
  it('may hold several certificates, and text between them', async () => {
    const file = await fileWith(`# ours\n${authority}\n# theirs\n${other}`);
    expect(await readAuthorities(file)).toEqual([authority.trim(), other.trim()]);
  });

  it.each([
    ['nothing but text', /holds no certificate/],
    [authority.replace(/MII.../, 'AAAAAA'), /certificate 1 .* cannot be used/],
    [`${authority}\n${other.replace(/MII.../, 'AAAAAA')}`, /certificate 2 .* cannot be used/],
  ])('is refused in one line when it is wrong: %#', async (content, line) => {
    const file = await fileWith(content);
    const refusal = await readAuthorities(file).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(line) });
    expect(String(refusal)).toContain(file);
    expect(String(refusal)).not.toContain('\n');
  });

  it('is refused when it is not there', async () => {
    await expect(readAuthorities('/nonexistent/ca.pem')).rejects.toThrow(
      'STOWAGE_STORAGE_CA: /nonexistent/ca.pem cannot be read: expected a file with certificates in PEM.',
    );
  });
});
