import type { Socket } from 'node:net';
import { answerOf, lineOf, shortText } from './answers.ts';
import { ProbeError } from './failure.ts';

type Values = Readonly<Record<string, string>>;
/** Speaks to a server over an open connection. @throws ProbeError, or what the connection throws */
type Greeting = (socket: Socket, values: Values) => Promise<void>;

/** The kinds whose servers can be spoken to in a few bytes, by their name in ARNs. */
export const GREETINGS: Readonly<Record<string, Greeting>> = {
  redis,
  mqtt,
  nats,
  amqp,
  mysql,
  kafka,
  elasticsearch,
};

async function redis(socket: Socket, { user = '', password = '' }: Values): Promise<void> {
  const login = [user, password].filter((word) => word !== '');
  if (password !== '') {
    socket.write(redisCommand(['AUTH', ...login]));
    if (!(await lineOf(socket)).startsWith('+')) throw new ProbeError('credentials');
  }
  socket.write(redisCommand(['PING']));
  const answer = await lineOf(socket);
  if (/^-(NOAUTH|WRONGPASS|NOPERM)/.test(answer)) throw new ProbeError('credentials');
  if (answer !== '+PONG') throw new ProbeError('protocol');
}

function redisCommand(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}

/** CONNECT of version 3.1.1, a clean session; CONNACK says whether it is accepted. */
async function mqtt(socket: Socket, values: Values): Promise<void> {
  const { broker = '', username = '', password = '' } = values;
  // Over WebSockets it is another protocol to begin with.
  if (/^wss?:/i.test(broker)) return;
  const flags = 0x02 | (username === '' ? 0 : 0x80) | (password === '' ? 0 : 0x40);
  const body = Buffer.concat([
    shortText('MQTT'),
    Buffer.from([4, flags, 0, 30]),
    shortText('stowage-test'),
    ...[username, password].filter((word) => word !== '').map(shortText),
  ]);
  const { length } = body;
  const size = length < 128 ? [length] : [(length % 128) | 0x80, Math.floor(length / 128)];
  socket.write(Buffer.concat([Buffer.from([0x10, ...size]), body]));
  const [type, , , code] = await answerOf(socket, (bytes) => bytes.length >= 4);
  if (type !== 0x20) throw new ProbeError('protocol');
  if (code === 4 || code === 5) throw new ProbeError('credentials');
  if (code !== 0) throw new ProbeError('protocol');
}

/** The server tells of itself first; what it says to PING shows whether it knows us. */
async function nats(
  socket: Socket,
  { username = '', password = '', token = '' }: Values,
): Promise<void> {
  const info = await lineOf(socket);
  if (!info.startsWith('INFO ')) throw new ProbeError('protocol');
  if (/"tls_required":\s*true/.test(info)) return;
  const login = {
    verbose: false,
    pedantic: false,
    ...(username !== '' && { user: username, pass: password }),
    ...(token !== '' && { auth_token: token }),
  };
  socket.write(`CONNECT ${JSON.stringify(login)}\r\nPING\r\n`);
  const answer = await lineOf(socket);
  if (answer.startsWith('-ERR')) throw new ProbeError('credentials');
  if (answer !== 'PONG') throw new ProbeError('protocol');
}

/** The first frame is a method: Connection.Start. */
async function amqp(socket: Socket): Promise<void> {
  socket.write(Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]));
  const [type] = await answerOf(socket, (bytes) => bytes.length >= 8);
  if (type !== 1) throw new ProbeError('protocol');
}

/** The server speaks first: a packet of protocol 10, or why it does not take us (0xff). */
async function mysql(socket: Socket): Promise<void> {
  const bytes = await answerOf(socket, (read) => read.length >= 5);
  if (bytes[4] === 0xff) throw new ProbeError('credentials');
  if (bytes[4] !== 10) throw new ProbeError('protocol');
}

/** ApiVersions: the answer carries the number that the request had. */
async function kafka(socket: Socket): Promise<void> {
  const number = 20_617;
  const head = Buffer.from([0, 18, 0, 0, 0, 0, 0, 0]);
  head.writeInt32BE(number, 4);
  const body = Buffer.concat([head, shortText('stowage')]);
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  socket.write(Buffer.concat([size, body]));
  const answer = await answerOf(socket, (bytes) => bytes.length >= 8);
  if (answer.readInt32BE(4) !== number) throw new ProbeError('protocol');
}

/** The status line of its root is all that is read. */
async function elasticsearch(
  socket: Socket,
  { url = '', username = '', password = '' }: Values,
): Promise<void> {
  const address = new URL(url);
  const user = username || decodeURIComponent(address.username);
  const secret = password || decodeURIComponent(address.password);
  const login = Buffer.from(`${user}:${secret}`).toString('base64');
  const authorization = user === '' ? '' : `Authorization: Basic ${login}\r\n`;
  socket.write(
    `HEAD / HTTP/1.1\r\nHost: ${address.host}\r\n${authorization}Connection: close\r\n\r\n`,
  );
  const [, status = ''] = /^HTTP\/1\.[01] ([0-9]{3})/.exec(await lineOf(socket)) ?? [];
  if (status === '401' || status === '403') throw new ProbeError('credentials');
  if (!status.startsWith('2')) throw new ProbeError('protocol');
}
