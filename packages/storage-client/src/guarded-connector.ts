import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefusedError } from './errors.ts';

/**
 * Returns a connector that refuses some addresses. It checks the address that the socket connects
 * to: a name is resolved only once, so that DNS rebinding has no effect.
 */
export function guardedConnector(
  refuses: (address: string) => boolean,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: guardedLookup(refuses) });
  return (options, callback) => {
    // Sockets do not call lookup for an IP address.
    if (isIP(options.hostname) !== 0 && refuses(options.hostname)) {
      callback(new AddressRefusedError(options.hostname), null);
    } else {
      connect(options, callback);
    }
  };
}

function guardedLookup(refuses: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || first === undefined) callback(error, '');
      else if (found.some(({ address }) => refuses(address))) {
        callback(new AddressRefusedError(hostname), '');
      } else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
