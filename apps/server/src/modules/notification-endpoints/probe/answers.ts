import type { Socket } from 'node:net';
import { ProbeError } from './failure.ts';

/** No response to these probes is longer. */
const MAX_BYTES = 4096;

/**
 * Reads until the response is complete.
 *
 * @param done whether all required bytes have arrived
 * @throws ProbeError if the server hangs up first, or sends more than it should
 */
export async function answerOf(socket: Socket, done: (bytes: Buffer) => boolean): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  if (done(bytes)) return bytes;
  // Without `destroyOnReturn: false` the socket would be closed after the first response.
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, piece as Buffer]);
    if (done(bytes)) return bytes;
    if (bytes.length > MAX_BYTES) break;
  }
  throw new ProbeError('protocol');
}

/** Reads one line without its terminator. */
export async function lineOf(socket: Socket): Promise<string> {
  const bytes = await answerOf(socket, (read) => read.includes(0x0a));
  return bytes.subarray(0, bytes.indexOf(0x0a)).toString('latin1').trim();
}

/** A text with a two-byte length prefix, as in MQTT and Kafka. */
export function shortText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Math.min(bytes.length, 0xffff));
  return Buffer.concat([length, bytes.subarray(0, 0xffff)]);
}
