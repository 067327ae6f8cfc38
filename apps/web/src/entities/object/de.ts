import type { Translation } from '#web/lib/i18n/messages.ts';
import type { objectText } from './en.ts';

export const objectDe: Translation<typeof objectText> = {
  gone: '„{{name}}“ existiert nicht mehr.',
  downloadStarted: 'Der Download wurde gestartet, er kann einen Moment dauern',
  retention: {
    mode: 'Modus',
    modes: { governance: 'Governance', compliance: 'Compliance' },
    modeHints: {
      governance: 'Kann mit einer besonderen Berechtigung verkürzt oder aufgehoben werden.',
      compliance: 'Kann von niemandem verkürzt oder aufgehoben werden.',
    },
    date: 'Aufbewahren bis',
    dateHint: 'Bis zum Ende dieses Tages, UTC.',
    day: 'Tag',
    month: 'Monat',
    year: 'Jahr',
    error: {
      mode: 'Wählen Sie einen Modus.',
      day: 'Wählen Sie einen Tag, den es gibt.',
      past: 'Wählen Sie einen Tag in der Zukunft.',
    },
  },
};
