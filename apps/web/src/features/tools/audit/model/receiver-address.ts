import type { AuditReceiver } from '@stowage/contract/tools/audit';

type Place = Pick<AuditReceiver, 'suggestion' | 'path'>;

/** Returns the address of this console without its path, as far as it is known behind any proxy. */
export function ownAddress({ suggestion }: Pick<Place, 'suggestion'>): string {
  return suggestion ?? globalThis.location.origin;
}

/** Returns the address to which records would be sent if they were received here. */
export function ownEndpoint(place: Place): string {
  return new URL(place.path, ownAddress(place)).href;
}

/**
 * Whether the storage server sends its calls to another address, which is not necessarily wrong.
 */
export function isElsewhere(receiver: Place & Pick<AuditReceiver, 'state' | 'address'>): boolean {
  const { state, address = '' } = receiver;
  if (state !== 'on') return false;
  return !URL.canParse(address) || new URL(address).href !== ownEndpoint(receiver);
}
