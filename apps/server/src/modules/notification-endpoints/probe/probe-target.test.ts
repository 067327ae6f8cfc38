import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../../packages/storage-embedded/src/testing/free-port.ts';
import {
  postgresPrograms,
  startTestPostgres,
  type TestPostgres,
} from '../../../testing/test-postgres.ts';
import { probeTarget } from './probe-target.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server that may speak first, and replies to each message with the next of these. */
async function speaking(greeting: string | Buffer, answers: readonly (string | Buffer)[] = []) {
  const heard: Buffer[] = [];
  const server: Server = createServer((socket: Socket) => {
    const left = [...answers];
    socket.on('error', () => undefined);
    if (greeting.length > 0) socket.write(greeting);
    socket.on('data', (bytes) => {
      heard.push(bytes);
      const next = left.shift();
      if (next !== undefined) socket.write(next);
    });
    ends.push(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, port, heard: () => Buffer.concat(heard) };
}

const never = () => false;
const probe = (service: string, values: Record<string, string>, refuses = never) =>
  probeTarget({ service, values }, refuses);
const open = [{ step: 'name' }, { step: 'connection' }];

/** An AMQP frame with a method of the class Connection. */
const amqpFrame = (method: number) =>
  Buffer.from([1, 0, 0, 0, 0, 0, 6, 0, 10, 0, method, 0, 0, 0xce]);
const NSQ_OK = Buffer.from([0, 0, 0, 6, 0, 0, 0, 0, 0x4f, 0x4b]);

describe('trying a target from the console', () => {
  it('ends at a name that nobody knows', async () => {
    expect(await probe('webhook', { endpoint: 'http://nobody.invalid/' })).toEqual({
      host: 'nobody.invalid',
      port: 80,
      steps: [{ step: 'name', failure: 'name-not-found' }],
    });
  });

  it('ends at a port that nobody listens at', async () => {
    const port = await freePort();
    expect(await probe('nsq', { nsqd_address: `127.0.0.1:${port}` })).toMatchObject({
      port,
      steps: [{ step: 'name' }, { step: 'connection', failure: 'refused' }],
    });
  });

  it('goes nowhere near an address that the console refuses', async () => {
    const { port, heard } = await speaking('');
    const seen = await probe('redis', { address: `localhost:${port}` }, () => true);
    expect(seen?.steps).toEqual([{ step: 'name', failure: 'not-allowed' }]);
    expect(heard()).toHaveLength(0);
  });

  it('tells a server without TLS', async () => {
    const { address } = await speaking('', ['no TLS here at all']);
    const seen = await probe('webhook', { endpoint: `https://${address}/` });
    expect(seen?.steps).toEqual([...open, { step: 'tls', failure: 'tls' }]);
  });

  it('says nothing of settings without an address', async () => {
    expect(await probe('webhook', { endpoint: 'nonsense' })).toBeUndefined();
  });

  it.each<[string, (at: string) => Record<string, string>, string | Buffer, (string | Buffer)[]]>([
    ['redis', (address) => ({ address }), '', ['+PONG\r\n']],
    ['redis', (address) => ({ address, password: 'p' }), '', ['+OK\r\n', '+PONG\r\n']],
    ['mqtt', (at) => ({ broker: `tcp://${at}` }), '', [Buffer.from([0x20, 2, 0, 0])]],
    ['nats', (address) => ({ address }), 'INFO {}\r\n', ['PONG\r\n']],
    ['amqp', (at) => ({ url: `amqp://${at}` }), '', [amqpFrame(10), amqpFrame(30)]],
    ['nsq', (at) => ({ nsqd_address: at }), '', [NSQ_OK]],
    ['mysql', (at) => ({ dsn_string: `u:p@tcp(${at})/d` }), Buffer.from([9, 0, 0, 0, 10, 56]), []],
    ['kafka', (brokers) => ({ brokers }), '', [Buffer.from([0, 0, 0, 4, 0, 0, 0x50, 0x89])]],
    ['elasticsearch', (at) => ({ url: `http://${at}` }), '', ['HTTP/1.1 200 OK\r\n\r\n']],
  ])('knows a %s by its answer', async (service, values, greeting, answers) => {
    const { address } = await speaking(greeting, answers);
    const seen = await probe(service, values(address));
    expect(seen?.steps).toEqual([...open, { step: 'service' }]);
  });

  it.each<[string, (at: string) => Record<string, string>, string | Buffer, (string | Buffer)[]]>([
    ['redis', (address) => ({ address }), '', ['-NOAUTH Authentication required.\r\n']],
    ['redis', (address) => ({ address, password: 'x' }), '', ['-WRONGPASS secret words\r\n']],
    ['mqtt', (at) => ({ broker: `tcp://${at}` }), '', [Buffer.from([0x20, 2, 0, 5])]],
    ['nats', (address) => ({ address }), 'INFO {}\r\n', ["-ERR 'Authorization Violation'\r\n"]],
    ['mysql', (at) => ({ dsn_string: `u:p@tcp(${at})/d` }), Buffer.from([9, 0, 0, 0, 255, 1]), []],
    ['elasticsearch', (at) => ({ url: `http://${at}` }), '', ['HTTP/1.1 401 No\r\n\r\n']],
    ['amqp', (at) => ({ url: `amqp://u:p@${at}` }), '', [amqpFrame(10), amqpFrame(50)]],
  ])(
    'tells a %s that does not accept the credentials',
    async (service, values, greeting, answers) => {
      const { address } = await speaking(greeting, answers);
      const seen = await probe(service, values(address));
      expect(seen?.steps).toEqual([...open, { step: 'service', failure: 'credentials' }]);
      expect(JSON.stringify(seen)).not.toContain('secret');
    },
  );

  it.each<[string, (at: string) => Record<string, string>]>([
    ['redis', (address) => ({ address })],
    ['mqtt', (at) => ({ broker: `tcp://${at}` })],
    ['nats', (address) => ({ address })],
    ['amqp', (at) => ({ url: `amqp://${at}` })],
    ['nsq', (at) => ({ nsqd_address: at })],
    ['mysql', (at) => ({ dsn_string: `u:p@tcp(${at})/d` })],
    ['kafka', (brokers) => ({ brokers })],
    ['elasticsearch', (at) => ({ url: `http://${at}` })],
  ])('tells that something else than a %s listens there', async (service, values) => {
    const { address } = await speaking('220 mail.example ESMTP\r\n', ['500 what?\r\n']);
    const seen = await probe(service, values(address));
    expect(seen?.steps).toEqual([...open, { step: 'service', failure: 'protocol' }]);
    expect(JSON.stringify(seen)).not.toContain('mail');
  });

  it('carries the credentials in the form of each protocol', async () => {
    const redis = await speaking('', ['+OK\r\n', '+PONG\r\n']);
    await probe('redis', { address: redis.address, user: 'me', password: 'p w' });
    expect(redis.heard().toString()).toContain('*3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$3\r\np w\r\n');
    const mqtt = await speaking('', [Buffer.from([0x20, 2, 0, 0])]);
    const broker = `tcp://${mqtt.address}`;
    await probe('mqtt', { broker, username: 'me', password: 'p'.repeat(200) });
    const heard = mqtt.heard();
    const amqp = await speaking('', [amqpFrame(10), amqpFrame(30)]);
    await probe('amqp', { url: `amqp://me:p%40w@${amqp.address}` });
    expect(amqp.heard().toString('latin1')).toContain('PLAIN\0\0\0\x07\0me\0p@w\x05en_US\xce');
    // The two length bytes are followed by 230 bytes.
    expect([heard[0], heard[1], heard[2], heard.length]).toEqual([0x10, 0xe6, 1, 233]);
  });
});

describe.skipIf(postgresPrograms === undefined)('trying a PostgreSQL from the console', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres.server.remove());

  it('tells a missing table, a missing database, and one without TLS', async () => {
    const url = await postgres.newDatabase();
    const { port, pathname } = new URL(url);
    const at = async (more: string) => {
      const connection_string = `host=127.0.0.1 port=${port} user=events ${more}`;
      return (await probe('postgresql', { connection_string, table: 'seen' }))?.steps;
    };
    const database = `dbname=${pathname.slice(1)}`;
    expect(await at(`${database} sslmode=disable`)).toEqual([
      ...open,
      { step: 'service' },
      { step: 'table', failure: 'table-missing' },
    ]);
    await postgres.run(url, 'CREATE TABLE seen (key VARCHAR)');
    expect((await at(`${database} sslmode=disable`))?.at(-1)).toEqual({ step: 'table' });
    const missing = { step: 'service', failure: 'database-missing' };
    expect((await at('dbname=none sslmode=disable'))?.at(-1)).toEqual(missing);
    const withoutTls = [...open, { step: 'tls', failure: 'tls' }];
    expect(await at(`${database} sslmode=require`)).toEqual(withoutTls);
    // TLS is the default, as it is for the storage servers.
    expect(await at(database)).toEqual(withoutTls);
  });
});
