import type { Socket } from 'node:net';
import { ProbeError } from './failure.ts';

/** Nothing that is asked here has a longer answer. */
const MAX_BYTES = 4096;

/**
 * Reads until the answer is complete.
 *
 * @param done whether these are all bytes that matter
 * @throws ProbeError where the server hangs up before, or says more than it should
 */
export async function answerOf(socket: Socket, done: (bytes: Buffer) => boolean): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  if (done(bytes)) return bytes;
  // Without destroyOnReturn the socket would be closed with the first answer.
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, piece as Buffer]);
    if (done(bytes)) return bytes;
    if (bytes.length > MAX_BYTES) break;
  }
  throw new ProbeError('protocol');
}

/** Reads one line, without its end. */
export async function lineOf(socket: Socket): Promise<string> {
  const bytes = await answerOf(socket, (read) => read.includes(0x0a));
  return bytes.subarray(0, bytes.indexOf(0x0a)).toString('latin1').trim();
}

/** Two bytes of length and the text, as MQTT and Kafka write it. */
export function shortText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Math.min(bytes.length, 0xffff));
  return Buffer.concat([length, bytes.subarray(0, 0xffff)]);
}
