import { isLoopback } from '#web/lib/loopback.ts';

/** What a signed link says of itself. */
export interface SignedLink {
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** For how many milliseconds it is valid from when it was made. */
  readonly length: number;
  /** Whether only the machine itself can follow it. */
  readonly isLocal: boolean;
}

/** 20261122T114000Z, as signatures write times. */
const TIMESTAMP = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** Reads when a link ends and where it leads; undefined for what is no signed link. */
export function readSignedLink(url: string): SignedLink | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, hostname, searchParams } = new URL(url);
  const iso = (searchParams.get('X-Amz-Date') ?? '').replace(TIMESTAMP, '$1-$2-$3T$4:$5:$6Z');
  const length = Number(searchParams.get('X-Amz-Expires') ?? Number.NaN) * 1000;
  const endsAt = Date.parse(iso) + length;
  if (Number.isNaN(endsAt)) return undefined;
  return { origin, endsAt, length, isLocal: isLoopback(hostname) };
}
