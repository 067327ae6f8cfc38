import type { Socket } from 'node:net';
import { answerOf, lineOf, shortText } from './answers.ts';
import { ProbeError } from './failure.ts';

type Values = Readonly<Record<string, string>>;
/** Runs a short exchange over an open connection. @throws ProbeError or connection errors */
type Greeting = (socket: Socket, values: Values) => Promise<void>;

/** The kinds whose protocol can be probed with a few bytes, by their name in ARNs. */
export const GREETINGS: Readonly<Record<string, Greeting>> = {
  redis,
  mqtt,
  nats,
  amqp,
  mysql,
  kafka,
  elasticsearch,
  nsq,
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
  // Over WebSockets the protocol starts differently.
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

/** The server sends its INFO first; its response to PING shows whether the login is accepted. */
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

/** Connection.Start comes first; the response to a login is Tune, Close or a hang-up. */
async function amqp(socket: Socket, { url = '' }: Values): Promise<void> {
  socket.write(Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]));
  if ((await amqpMethod(socket)) !== 10) throw new ProbeError('protocol');
  const { username, password } = new URL(url);
  const login = `\0${decodeURIComponent(username) || 'guest'}\0${decodeURIComponent(password) || 'guest'}`;
  socket.write(amqpStartOk(login));
  const answer = await amqpMethod(socket).catch(() => undefined);
  if (answer !== 30) throw new ProbeError('credentials');
}

/**
 * Returns the method of the next frame, whose class is Connection. @throws ProbeError for anything
 * else
 */
async function amqpMethod(socket: Socket): Promise<number> {
  const isWhole = (bytes: Buffer) => bytes.length >= 7 && bytes.length >= 8 + bytes.readUInt32BE(3);
  const frame = await answerOf(socket, (bytes) => {
    return (bytes.length > 0 && bytes[0] !== 1) || isWhole(bytes);
  });
  if (frame[0] !== 1 || frame.length < 12 || frame.readUInt16BE(7) !== 10) {
    throw new ProbeError('protocol');
  }
  return frame.readUInt16BE(9);
}

/** Connection.StartOk with SASL PLAIN and no client properties. */
function amqpStartOk(login: string): Buffer {
  const short = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(Buffer.byteLength(login));
  const method = Buffer.from([0, 10, 0, 11, 0, 0, 0, 0]);
  const body = Buffer.concat([method, short('PLAIN'), size, Buffer.from(login), short('en_US')]);
  const head = Buffer.from([1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length, 3);
  return Buffer.concat([head, body, Buffer.from([0xce])]);
}

/** IDENTIFY without any options: the response is a frame of type 0 that says OK. */
async function nsq(socket: Socket, { tls = '' }: Values): Promise<void> {
  const body = Buffer.from('{}');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  socket.write(Buffer.concat([Buffer.from('  V2IDENTIFY\n'), size, body]));
  const answer = await answerOf(socket, (bytes) => bytes.length >= 10);
  const [length, type] = [answer.readUInt32BE(0), answer.readUInt32BE(4)];
  if (length === 6 && type === 0 && answer.toString('latin1', 8, 10) === 'OK') return;
  // A server that requires TLS first replies with a frame of type 1.
  if (type !== 1 || tls !== 'on') throw new ProbeError('protocol');
}

/** The server speaks first: a packet of protocol 10, or the reason why it refuses (0xff). */
async function mysql(socket: Socket): Promise<void> {
  const bytes = await answerOf(socket, (read) => read.length >= 5);
  if (bytes[4] === 0xff) throw new ProbeError('credentials');
  if (bytes[4] !== 10) throw new ProbeError('protocol');
}

/** ApiVersions: the response repeats the request's correlation id. */
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

/** Only the status line of the root path is read. */
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
