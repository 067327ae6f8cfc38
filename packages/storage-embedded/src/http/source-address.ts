import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { plainAddress } from '@stowage/domain/ip-address';
import { CALLING_FOR_HEADER, CONSOLE_SECRET_HEADER } from '@stowage/storage-wire/calling-for';

/**
 * Source address of a request: the peer of the connection. X-Forwarded-For can be sent by anybody,
 * so only the console that started the store may specify the address of its own client.
 * @param consoleSecret the secret sent by the console; without it, nobody is trusted
 */
export function sourceAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  consoleSecret: string | undefined,
): string {
  const told = headers[CALLING_FOR_HEADER];
  if (typeof told === 'string' && isSame(headers[CONSOLE_SECRET_HEADER], consoleSecret)) {
    return told;
  }
  return plainAddress(socket.remoteAddress ?? '');
}

function isSame(shown: string | string[] | undefined, secret: string | undefined): boolean {
  if (typeof shown !== 'string' || secret === undefined) {
    return false;
  }
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(shown), digest(secret));
}
