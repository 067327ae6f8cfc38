import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { plainAddress } from '@stowage/domain/ip-address';
import { CALLING_FOR_HEADER, CONSOLE_SECRET_HEADER } from '@stowage/storage-wire/calling-for';

/**
 * Where a request comes from: the other end of the connection. Anybody can send X-Forwarded-For, so
 * only the console that has started the store is believed that it asks for somebody else.
 * @param consoleSecret what the console shows; nobody is believed without it
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
