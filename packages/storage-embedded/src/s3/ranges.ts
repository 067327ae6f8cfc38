import type { ByteRange } from '../engine/types.ts';

const RANGE = /^bytes=(\d{0,16})-(\d{0,16})$/;

/**
 * Parses a Range header for content of a given size. Multiple ranges and invalid headers select the
 * whole content, as HTTP permits.
 *
 * @returns undefined for the whole content, 'unsatisfiable' if the range contains no byte
 */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = RANGE.exec(header.trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) {
    return undefined;
  }
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) {
    return undefined;
  }
  return start >= size ? 'unsatisfiable' : { start, end };
}
