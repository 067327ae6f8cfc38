import type { Translation } from '#web/lib/i18n/messages.ts';
import type { topText } from './en.ts';

export const topDe: Translation<typeof topText> = {
  title: 'Auslastung',
  about:
    'Die am stärksten belasteten Laufwerke und die am längsten gehaltenen Sperren, alle fünf Sekunden.',
  calls: 'Aufrufe nach Namen zeigt das Werkzeug „Aufrufe“',
  drives: {
    title: 'Laufwerke',
    entity: 'Laufwerke',
    failed: 'Die Laufwerke konnten nicht geladen werden.',
    unmeasured: 'Der Speicherserver meldet für seine Laufwerke keine Aufrufe der letzten Minute.',
    offline: 'Nicht online',
    slowest: 'Am langsamsten: {{name}}, {{latency}}',
    column: {
      path: 'Laufwerk',
      used: 'Belegt',
      latency: 'Latenz',
      calls: 'Aufrufe',
      waiting: 'Wartend',
      errors: 'Fehler',
    },
  },
  locks: {
    title: 'Am längsten gehaltene Sperren',
    entity: 'Sperren',
    none: 'Es werden keine Sperren gehalten.',
    untold:
      'Der verbundene Speicherserver meldet seine Sperren nicht. MinIO tut es, wenn mehrere Server sie teilen.',
    failed: 'Die Sperren konnten nicht geladen werden.',
    column: { resource: 'Objekt', type: 'Sperre', since: 'Seit', source: 'Quelle' },
  },
};
