import type { LogMessage } from '@stowage/contract/tools/logs';
import type { LogRecord } from '@stowage/storage-client/admin';
import { describe, expect, it } from 'vitest';
import type { ContractStreams, StreamCall } from '../../plugins/contract-streams.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { logStreams } from './logs.ts';

const PLAIN: LogRecord = {
  ...{ node: 'n1', deploymentId: 'dep-1', level: 'INFO', time: '2026-11-02T04:05:06.789Z' },
  ...{ api: '', bucket: '', object: '', requestId: '', remoteHost: '', host: '', userAgent: '' },
  ...{ message: 'A drive is back.', source: [], variables: {} },
};
const FAILURE: LogRecord = {
  ...PLAIN,
  ...{ level: 'ERROR', api: 'PutObject', bucket: 'photos', object: 'a.jpg', requestId: 'R1' },
  ...{ remoteHost: '192.0.2.7', host: 'storage:9000', userAgent: 'aws-cli/2' },
  ...{ message: 'drive not found', source: ['a.go:1', 'b.go:2'], variables: { drive: '/d1' } },
};

/** The stream's messages for the storage server's entries. */
async function sent(records: readonly LogRecord[]): Promise<LogMessage[]> {
  async function* tell() {
    yield* records;
  }
  const admin = { consoleLog: async () => tell() };
  const storage = { clientsOf: () => ({ admin }) } as unknown as StorageAccess;
  let source: AsyncIterable<unknown> | undefined;
  const streams: ContractStreams = {
    stream: (_endpoint, open) => {
      const call = { session: {}, signal: new AbortController().signal };
      void open(call as StreamCall<typeof _endpoint>).then((messages) => {
        source = messages;
      });
    },
  };
  logStreams(storage)(streams);
  await expect.poll(() => source).toBeDefined();
  const messages: LogMessage[] = [];
  for await (const message of source as AsyncIterable<LogMessage>) messages.push(message);
  return messages;
}

describe("the storage server's log", () => {
  it('sends entries with a time and a key that tells them apart [LOGS-09] [LOGS-10]', async () => {
    const messages = await sent([PLAIN, PLAIN, FAILURE]);
    expect(messages[0]).toEqual({
      time: '04:05:6 UTC 11/02/2026',
      at: '2026-11-02T04:05:06.789Z',
      key: expect.stringMatching(/./),
      level: 'INFO',
      node: 'n1',
      message: 'A drive is back.',
      ConsoleMsg: 'A drive is back.',
    });
    expect(new Set(messages.map(({ key }) => key)).size).toBe(3);
  });

  it('gives an entry the same key when it is sent again', async () => {
    const keys = (messages: readonly LogMessage[]) => messages.map(({ key }) => key);
    expect(keys(await sent([PLAIN, FAILURE]))).toEqual(keys(await sent([PLAIN, FAILURE])));
  });

  it('says of an error which request it was, and where in the source it happened', async () => {
    const [message] = await sent([FAILURE]);
    expect(message?.error).toEqual({
      ...{ api: 'PutObject', bucket: 'photos', object: 'a.jpg', deploymentId: 'dep-1' },
      ...{ requestId: 'R1', remoteHost: '192.0.2.7', host: 'storage:9000' },
      ...{ userAgent: 'aws-cli/2', source: ['a.go:1', 'b.go:2'], variables: { drive: '/d1' } },
      message: 'drive not found',
    });
  });

  it('says so by the names that the page of MinIO Console v0.12.2 reads as well', async () => {
    const [plain, failed] = await sent([PLAIN, FAILURE]);
    expect(plain).toMatchObject({ ConsoleMsg: 'A drive is back.' });
    expect(failed).toMatchObject({
      ConsoleMsg: '',
      api: { name: 'PutObject', args: { bucket: 'photos', object: 'a.jpg' } },
      ...{ deploymentid: 'dep-1', requestID: 'R1', remotehost: '192.0.2.7' },
      ...{ host: 'storage:9000', userAgent: 'aws-cli/2' },
      error: { message: 'drive not found', source: ['a.go:1', 'b.go:2'] },
    });
  });

  it('sends an entry without a time, as older servers have them', async () => {
    const { time: _none, ...rest } = PLAIN;
    expect((await sent([rest]))[0]).toMatchObject({ time: '' });
  });
});
