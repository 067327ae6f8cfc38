import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { seal, startTestStorage, type TestStorage } from '../../../testing/test-storage.ts';

export const MIB = 1024 * 1024;

/** Distinct lines that compress well. */
export function textOf(size: number): Buffer {
  const lines: string[] = [];
  for (let length = 0, number = 0; length < size; number++) {
    const line = `line ${number} of a log that repeats itself, as logs do: ${number * 7919}\n`;
    lines.push(line);
    length += line.length;
  }
  return Buffer.from(lines.join('')).subarray(0, size);
}

export async function configure(storage: TestStorage, text: string): Promise<number> {
  const body = await seal(`compression ${text}`);
  const path = '/minio/admin/v3/set-config-kv';
  return (await storage.call({ method: 'PUT', path, body })).status;
}

/** Starts a store with compression enabled and a bucket 'box'. */
export async function startCompressingStorage(text = 'enable=on'): Promise<TestStorage> {
  const storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/box' });
  await configure(storage, text);
  return storage;
}

/** Total size of the content files on a drive. */
export async function bytesStored(storage: TestStorage, drive = 'drive-1'): Promise<number> {
  const folder = join(storage.folder, drive, 'blobs');
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile());
  const sizes = await Promise.all(
    files.map(async ({ name, parentPath }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** Uploads an object in parts; returns its path. */
export async function putParts(
  storage: TestStorage,
  path: string,
  parts: readonly Uint8Array[],
  headers: Record<string, string> = {},
): Promise<string> {
  const begun = await storage.call({ method: 'POST', path: `${path}?uploads`, headers });
  const [, id = ''] = /<UploadId>(.*?)<\/UploadId>/.exec(begun.text) ?? [];
  const elements: string[] = [];
  for (const [index, body] of parts.entries()) {
    const query = `partNumber=${index + 1}&uploadId=${id}`;
    const { headers: answer } = await storage.call({
      method: 'PUT',
      path: `${path}?${query}`,
      body,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => name.includes('customer')),
      ),
    });
    if (answer.etag === undefined) {
      throw new Error(`part ${index + 1} of ${path}`);
    }
    elements.push(`<Part><PartNumber>${index + 1}</PartNumber><ETag>${answer.etag}</ETag></Part>`);
  }
  const body = `<CompleteMultipartUpload>${elements.join('')}</CompleteMultipartUpload>`;
  const { status, text } = await storage.call({
    method: 'POST',
    path: `${path}?uploadId=${id}`,
    body,
  });
  if (status !== 200) {
    throw new Error(`${status} ${text}`);
  }
  return path;
}
