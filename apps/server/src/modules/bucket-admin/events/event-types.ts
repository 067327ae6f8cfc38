import type { EventType } from '@stowage/contract/bucket-admin/events';

/** S3's names of everything that happens to objects in one way. */
const NAMES: Readonly<Record<EventType, string>> = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
};
const TYPES = new Map(Object.entries(NAMES).map(([type, name]) => [name, type as EventType]));

/** The types among S3's names of events, and the names that are no type of ours. */
export function toEventTypes(names: readonly string[]): {
  events: EventType[];
  other_events: string[];
} {
  return {
    events: names.flatMap((name) => TYPES.get(name) ?? []),
    other_events: names.filter((name) => !TYPES.has(name)),
  };
}

/** S3's names of types, each once. */
export function toEventNames(types: readonly EventType[]): string[] {
  return [...new Set(types)].map((type) => NAMES[type]);
}

/** Whether two lists name the same events, in whatever order. */
export function sameEvents(left: readonly string[], right: readonly string[]): boolean {
  const wanted = new Set(left);
  return wanted.size === new Set(right).size && right.every((name) => wanted.has(name));
}
