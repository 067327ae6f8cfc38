import { baseName, parentPrefix } from '@stowage/domain/object-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form } from '../../apps/server/src/testing/form.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../apps/server/src/testing/test-console.ts';
import { useServer } from './support/server.ts';

/*
 * What can be done with an object in the console, with names that are easily got wrong on the way:
 * in forms, addresses, headers, signatures and XML.
 */
const server = useServer();
let test: TestConsole;
let root: TestCaller;
let bucket = '';

beforeAll(async () => {
  test = await startTestConsole({ target: server.target });
  root = await test.logIn();
  bucket = await server.bucket();
});
afterAll(() => test.close());

const NAMES = [
  ' two  spaces .txt',
  `'single' "double" \`back\`.txt`,
  '100%.txt',
  '100%25.txt',
  'a+b c.txt',
  '#hash?query=1&more.txt',
  '<b>&amp;.txt',
  '文件 🎉 👩‍👩‍👧.txt',
  'تقرير.txt',
  'photo_\u202egpj.exe',
  'é.txt'.normalize('NFC'),
  'é.txt'.normalize('NFD'),
  'Case.txt',
  'case.txt',
  `folder +%20/${'ü'.repeat(100)}/${'n'.repeat(200)}/${'o'.repeat(200)}/${'p'.repeat(200)}/`,
].map((name) => (name.endsWith('/') ? name + 'q'.repeat(1024 - Buffer.byteLength(name)) : name));

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));
const contentOf = (name: string) => `content of ${name}`;
const at = (path: string) => `/api/v1/buckets/${bucket}/objects${path}`;

async function list(prefix: string): Promise<string[]> {
  const answer = await root.send({ url: at(`?prefix=${wire(prefix)}`) });
  const { objects }: { objects: { name: string }[] | null } = answer.json();
  return (objects ?? []).map(({ name }) => name);
}

describe('an object in the console', () => {
  it('is stored under each of the names, which stay apart', async () => {
    for (const name of NAMES) {
      const files = [{ name: baseName(name), content: contentOf(name) }];
      const url = at(`/upload?prefix=${wire(parentPrefix(name))}`);
      const answer = await root.send({ method: 'POST', url, ...form(files) });
      expect(answer.statusCode, name).toBe(200);
    }
    expect(Buffer.byteLength(NAMES.at(-1) ?? '')).toBe(1024);
    const top = NAMES.filter((name) => !name.includes('/'));
    expect((await list('')).filter((name) => !name.endsWith('/')).sort()).toEqual(top.sort());
  });

  it.each(NAMES.map((name) => [name.slice(0, 40), name] as const))(
    'is listed, opened, shared, downloaded, tagged and deleted: %j',
    async (_start, name) => {
      expect(await list(parentPrefix(name))).toContain(name);
      const detail = await root.send({ url: at(`/detail?prefix=${wire(name)}`) });
      expect(detail.json()).toMatchObject({ name, size: Buffer.byteLength(contentOf(name)) });

      const link: string = (await root.send({ url: at(`/share?prefix=${wire(name)}`) })).json();
      const opened = await fetch(link);
      expect([opened.status, await opened.text()]).toEqual([200, contentOf(name)]);

      const file = await root.send({ url: at(`/download?prefix=${wire(name)}`) });
      expect(file.body).toBe(contentOf(name));
      const [, saved = ''] =
        /filename\*=UTF-8''(.*)$/.exec(String(file.headers['content-disposition'])) ?? [];
      expect(decodeURIComponent(saved)).toContain(baseName(name).slice(-8));

      const tags = { of: 'this one' };
      const tagged = await root.send({
        ...{ method: 'PUT', url: at(`/tags?prefix=${wire(name)}`), payload: { tags } },
      });
      expect(tagged.statusCode).toBe(200);
      expect(await test.s3.getObjectTagging({ bucket, key: name })).toEqual(tags);

      const others = await list(parentPrefix(name));
      const deleted = await root.send({ method: 'DELETE', url: at(`?path=${wire(name)}`) });
      expect(deleted.statusCode).toBe(200);
      const left = others.filter((other) => other !== name);
      expect(await list(parentPrefix(name))).toEqual(left);
    },
  );
});
