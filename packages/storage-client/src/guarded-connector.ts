import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefusedError } from './errors.ts';

/**
 * Connects to addresses that are not refused. The check is on what the socket connects to: a name
 * is resolved once, and a second answer of its server never gets a turn.
 */
export function guardedConnector(
  refuses: (address: string) => boolean,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout, lookup: guardedLookup(refuses) });
  return (options, callback) => {
    // A socket asks for no lookup where it is given an address.
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
