import { isLoopback } from '#web/lib/loopback.ts';

/** The contents of a presigned link. */
export interface SignedLink {
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** Validity in milliseconds from its creation. */
  readonly length: number;
  /** Whether it only works on the same machine. */
  readonly isLocal: boolean;
}

/** 20261122T114000Z, the timestamp format of signatures. */
const TIMESTAMP = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** Parses when a link expires and where it leads; undefined if it is not a presigned link. */
export function readSignedLink(url: string): SignedLink | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, hostname, searchParams } = new URL(url);
  const iso = (searchParams.get('X-Amz-Date') ?? '').replace(TIMESTAMP, '$1-$2-$3T$4:$5:$6Z');
  const length = Number(searchParams.get('X-Amz-Expires') ?? Number.NaN) * 1000;
  const endsAt = Date.parse(iso) + length;
  if (Number.isNaN(endsAt)) return undefined;
  return { origin, endsAt, length, isLocal: isLoopback(hostname) };
}
