import type { Translation } from '#web/lib/i18n/messages.ts';
import type { configText } from './en.ts';

export const configDe: Translation<typeof configText> = {
  enable: 'Aktiviert',
  missing: 'Der verbundene Server hat diese Einstellung nicht.',
  empty: 'Das Feld darf nicht leer sein',
  number: 'Geben Sie eine ganze Zahl ab 0 ein.',
  quotes: 'Der Wert darf nicht mit einem Anführungszeichen beginnen oder enden.',
  oneLine: 'Der Wert muss eine Zeile ohne Steuerzeichen sein.',
  takenFor:
    'Der Wert darf „{{key}}=“ nicht enthalten: Der Server würde es als andere Einstellung lesen.',
  unitOf: 'Einheit von {{label}}',
  unit: { ms: 'Millisekunden', s: 'Sekunden', m: 'Minuten', h: 'Stunden', d: 'Tage' },
  default: {
    is: 'Standard: {{value}}',
    empty: 'Standard: nicht gesetzt',
    differs: 'Geändert',
    use: 'Standard verwenden',
    useOf: '{{label}}: Standard verwenden',
  },
  change: {
    becomes: 'wird zu',
    notSet: 'nicht gesetzt',
    toDefault: 'Standard',
    secret: 'Das Geheimnis ändert sich.',
    newSecret: 'Ein neues Geheimnis wird gespeichert.',
  },
};
