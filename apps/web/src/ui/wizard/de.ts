import type { Translation } from '#web/lib/i18n/messages.ts';
import type { wizardFrameText } from './en.ts';

export const wizardFrameDe: Translation<typeof wizardFrameText> = {
  steps: 'Schritte',
  place: 'Schritt {{number}} von {{count}}: {{label}}',
  next: 'Weiter',
  back: 'Zurück',
  change: 'Ändern',
  changeOf: 'Ändern: {{label}}',
  mark: {
    current: '{{label}}, aktueller Schritt',
    done: '{{label}}, vollständig',
    wrong: '{{label}}, unvollständig',
    ahead: '{{label}}, noch nicht besucht',
  },
  missingIn: '{{label}}: {{missing}}',
};
