import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Probes come under any name and are told nothing; metrics need a token, or this machine's own name. */
const PROBES = new Set(['/healthz', '/readyz', '/api/metrics']);

export interface HostRules {
  /** The address that the console listens on. */
  readonly listening: string;
  /** Further names, in lower case. */
  readonly allowed: readonly string[];
}

/** The name in a Host header: without port, in lower case, IPv6 addresses in brackets. */
function nameIn(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/**
 * Whether a Host header names this console. A page of another site whose name is
 * made to point here (DNS rebinding) passes every check of origins, but still sends
 * its own name. An address cannot be rebound; on loopback only loopback's are ours.
 */
export function isOwnHost(host: string, { listening, allowed }: HostRules): boolean {
  const name = nameIn(host);
  const own = nameIn(
    listening.includes(':') && !listening.startsWith('[') ? `[${listening}]` : listening,
  );
  if (LOOPBACK.test(name) || name === own || allowed.includes(name)) return true;
  return !LOOPBACK.test(own) && isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/**
 * Refuses requests that were sent to another name. The Host header alone counts:
 * a page can add X-Forwarded-Host to its requests, but not change Host.
 */
export function hostCheck(app: FastifyInstance, rules: HostRules): void {
  app.addHook('onRequest', async (request) => {
    const { host } = request.headers;
    if (host === undefined || isOwnHost(host, rules)) return;
    if (PROBES.has(request.routeOptions.url ?? '')) return;
    throw new ConsoleError('HostNotAllowed', {
      detail: `If '${nameIn(host)}' is a name of this console, add it to STOWAGE_ALLOWED_HOSTS.`,
    });
  });
}
