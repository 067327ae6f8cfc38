import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConsoleError } from '../console-error.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/**
 * Probes use any name and reveal nothing; metrics require a token, or the local machine's own name.
 */
const PROBES = new Set(['/healthz', '/readyz', '/api/metrics']);

export interface HostRules {
  /** The address on which the console listens. */
  readonly listening: string;
  /** Additional names, in lower case. */
  readonly allowed: readonly string[];
}

/** The name in a Host header: without port, in lower case, IPv6 addresses in brackets. */
function nameIn(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/**
 * Whether a Host header names this console. A page of another site whose name is made to resolve to
 * this machine (DNS rebinding) passes every origin check, but still sends its own name. IP
 * addresses cannot be rebound; on loopback only loopback addresses are accepted.
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
 * Rejects requests for other host names. Only the Host header counts: a page can add
 * X-Forwarded-Host to its requests, but cannot change Host.
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
