import { plainAddress } from '@stowage/domain/ip-address';
import type { FastifyRequest } from 'fastify';
import type { SessionClient } from '../../sessions/session.ts';

const MAX_USER_AGENT = 256;

/** The origin of a login. */
export function clientOf({ ip, headers }: FastifyRequest): SessionClient {
  return {
    address: plainAddress(ip),
    userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  };
}
