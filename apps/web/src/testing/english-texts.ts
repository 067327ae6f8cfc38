import type { Messages } from '#web/lib/i18n/messages.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['../**/{en,fields-text,data-table-text}.ts', '../entities/bucket/bucket-tags.tsx'],
  { eager: true },
);

function isMessages(value: unknown): value is Messages {
  return typeof value === 'object' && value !== null && 'namespace' in value && 'english' in value;
}

/** The English texts of all namespaces. */
export const ENGLISH_TEXTS = Object.values(modules).flatMap((module) =>
  Object.values(module).filter(isMessages),
);
