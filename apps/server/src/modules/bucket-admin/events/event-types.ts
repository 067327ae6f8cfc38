import type { EventType } from '@stowage/contract/bucket-admin/events';

/** S3's event names, each for a whole group of object events. */
const NAMES: Readonly<Record<EventType, string>> = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
};
const TYPES = new Map(Object.entries(NAMES).map(([type, name]) => [name, type as EventType]));

/** Splits S3's event names into types and names without a type. */
export function toEventTypes(names: readonly string[]): {
  events: EventType[];
  other_events: string[];
} {
  return {
    events: names.flatMap((name) => TYPES.get(name) ?? []),
    other_events: names.filter((name) => !TYPES.has(name)),
  };
}

/** S3's names of the types, without duplicates. */
export function toEventNames(types: readonly EventType[]): string[] {
  return [...new Set(types)].map((type) => NAMES[type]);
}

/** Whether two lists contain the same events in any order. */
export function sameEvents(left: readonly string[], right: readonly string[]): boolean {
  const wanted = new Set(left);
  return wanted.size === new Set(right).size && right.every((name) => wanted.has(name));
}
