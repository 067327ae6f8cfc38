import type { DatabaseSync } from 'node:sqlite';
import type { AuditFilter } from '../audit-log.ts';
import { bitsOfParts, bitsOfWhole, hasBits } from '../bloom.ts';
import { parsePattern } from '../pattern.ts';
import { versionOf } from './day-schema.ts';
import { FILTERS, type FilterName, GROUP_CHUNKS, sliceReader } from './slices.ts';

type FilterBits = Readonly<Record<FilterName, readonly number[]>>;

/**
 * Returns a predicate that tells from a chunk's filters whether it may contain the objects and
 * requests of a search; undefined if the search has no such condition. Valid for one transaction.
 * @returns takes the first id of a chunk
 */
export function chunkFilter(
  database: DatabaseSync,
  filter: Pick<AuditFilter, 'object' | 'requestId'>,
): ((first: number) => boolean) | undefined {
  const bits = bitsOf(filter);
  const wanted = FILTERS.filter((name) => bits[name].length > 0);
  if (wanted.length === 0) return undefined;
  const inGroups = groupTest(database, bits, wanted);
  const statements = wanted.map((name) => ({
    bits: bits[name],
    read: database.prepare(`SELECT ${name} AS bloom FROM chunks WHERE first = ?`),
  }));
  return (first) =>
    inGroups(first) ??
    statements.every(({ bits, read }) => {
      const bloom = read.get(first)?.bloom;
      // The newest chunk has no filters yet.
      return !(bloom instanceof Uint8Array) || hasBits(bloom, bits);
    });
}

function bitsOf(filter: Pick<AuditFilter, 'object' | 'requestId'>): FilterBits {
  const [object, request] = [filter.object, filter.requestId].map(parsePattern);
  const wholes = [object?.exact, request?.exact].flatMap((text) => text || []);
  return {
    parts: bitsOfParts(object?.literals ?? []),
    wholes: [...new Set(wholes.flatMap(bitsOfWhole))],
  };
}

/** Undefined for a chunk outside any group. */
function groupTest(
  database: DatabaseSync,
  bits: FilterBits,
  wanted: readonly FilterName[],
): (first: number) => boolean | undefined {
  // The writer upgrades a file of an earlier release when it opens it.
  if (versionOf(database) < 2) return () => undefined;
  const places = new Map(
    database
      .prepare('SELECT first, place FROM places')
      .all()
      .map(({ first, place }) => [Number(first), Number(place)]),
  );
  const read = sliceReader(database);
  const groups = new Map<number, readonly Uint8Array[]>();

  return (first) => {
    const place = places.get(first);
    if (place === undefined) return undefined;
    const group = Math.floor(place / GROUP_CHUNKS);
    const found = groups.get(group) ?? wanted.map((name) => read(group, name, bits[name]));
    groups.set(group, found);
    const index = place % GROUP_CHUNKS;
    return found.every((passed) => ((passed[index >>> 3] ?? 0) & (1 << (index & 7))) !== 0);
  };
}
