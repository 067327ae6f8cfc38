import { readFile, writeFile } from 'node:fs/promises';
import type { LogMessage } from '@stowage/contract/tools/logs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectFiles } from '../../../../../tests/targets/object-files.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { openSocket, type TestSocket } from '../../testing/test-socket.ts';

let console: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  console = await startTestConsole();
  root = await console.logIn();
});
afterAll(() => console.close());

const CONTENT = 'whole:'.padEnd(300 * 1024, 'whole');

/** Flips bytes in one copy of an object. */
async function damage(bucket: string, key: string): Promise<void> {
  const { servers } = await console.admin.serverInfo();
  for (const { path } of servers.flatMap(({ drives }) => drives)) {
    const [file] = await objectFiles(path, { bucket, key, text: CONTENT.slice(0, 100) });
    if (file === undefined) continue;
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0, bytes.indexOf('whole'), bytes.indexOf('whole') + 50_000));
    return;
  }
  throw new Error(`no drive has ${key}`);
}

async function lineThat(socket: TestSocket, isIt: (line: LogMessage) => boolean) {
  const over = socket.closed.then(({ reason }) => Promise.reject(new Error(reason)));
  for (;;) {
    const line = (await Promise.race([socket.next(), over])) as LogMessage;
    if (isIt(line)) return line;
  }
}

it('brings what the storage server logs to the browser, at once and to who comes later', async () => {
  await console.s3.makeBucket({ bucket: 'photos' });
  const body = Buffer.from(CONTENT);
  await console.s3.putObject({ bucket: 'photos', key: 'a.jpg', body, size: body.length });
  const live = await openSocket(console, root, '/ws/console');
  await damage('photos', 'a.jpg');
  const place = { bucket: 'photos', prefix: '' };
  const options = { recursive: true, deep: true, dryRun: false };
  await console.admin.startHeal({ ...place, options, force: false });

  const isIt = ({ message }: LogMessage) => message.includes('copy');
  const line = await lineThat(live, isIt);
  expect(line).toMatchObject({ level: 'WARNING', at: expect.stringMatching(/^\d{4}-/) });
  const later = await openSocket(console, root, '/ws/console');
  expect((await lineThat(later, isIt)).key).toBe(line.key);
  live.socket.close(1000);

  console.gate.hangUp();
  expect(await later.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' });
});
