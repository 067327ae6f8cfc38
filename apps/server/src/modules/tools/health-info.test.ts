import type { HealthMessage } from '@stowage/contract/tools/diagnostics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { openSocket, originOf } from '../../testing/test-socket.ts';

let console: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  console = await startTestConsole();
  await originOf(console);
  root = await console.logIn();
});
afterAll(() => console.close());

describe('the health report', () => {
  it('comes with what was gathered so far, and then whole and without secrets [WS-11]', async () => {
    await console.s3.makeBucket({ bucket: 'any' });
    const socket = await openSocket(console, root, '/ws/health-info?deadline=1h');
    const gathered: string[][] = [];
    let report: HealthMessage;
    for (;;) {
      report = (await socket.next()) as HealthMessage;
      if (!report.progress) break;
      gathered.push(report.progress);
    }
    expect(gathered[0]).toContain('sys.cpus');
    expect(gathered.at(-1)).toContain('minio.config');
    expect(report).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-/),
      receivedAt: expect.stringMatching(/^\d{4}-/),
      minio: { info: { servers: [{ state: 'online' }], buckets: { count: 1 } } },
    });
    expect(JSON.stringify(report)).not.toContain(console.target.secretKey);
    expect(await socket.closed).toEqual({ code: 1000, reason: '' });
  });

  it.each(['soon', '-1h', '25h', ''])('refuses %j as a deadline', async (deadline) => {
    const { closed } = await openSocket(console, root, `/ws/health-info?deadline=${deadline}`);
    expect(await closed).toEqual({ code: 1008, reason: 'InvalidInput' });
  });

  it('is refused to whoever may not have it, and ends with the storage server', async () => {
    const keys = await console.addUser('no-report', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' }],
    });
    const refused = await openSocket(console, await console.logIn(keys), '/ws/health-info');
    expect(await refused.closed).toEqual({ code: 1008, reason: 'AccessDenied' });

    console.gate.set('closed', ({ url = '' }) => url.includes('healthinfo'));
    const { closed } = await openSocket(console, root, '/ws/health-info?deadline=1h');
    expect(await closed).toEqual({ code: 1011, reason: 'StorageUnreachable' });
    console.gate.set('open');
  });
});
