import type { Translation } from '#web/lib/i18n/messages.ts';
import type { accessRulesText } from './en.ts';

export const accessRulesDe: Translation<typeof accessRulesText> = {
  title: 'Zugriffsregeln',
  list: 'Zugriffsregeln',
  entity: 'Zugriffsregeln',
  failed: 'Die Zugriffsregeln konnten nicht geladen werden',
  column: { prefix: 'Präfix', access: 'Zugriff' },
  whole: 'der ganze Bucket',
  others_one:
    'Die Bucket-Richtlinie enthält eine weitere Anweisung, die keine Zugriffsregel ist. Sie wird hier nicht geändert und kann mehr erlauben oder verweigern als diese Regeln.',
  others_other:
    'Die Bucket-Richtlinie enthält {{count}} weitere Anweisungen, die keine Zugriffsregeln sind. Sie werden hier nicht geändert und können mehr erlauben oder verweigern als diese Regeln.',
  level: {
    readonly: 'Alle können Objekte auflisten und lesen',
    writeonly: 'Alle können Objekte schreiben und löschen, aber nicht lesen',
    readwrite: 'Alle können Objekte auflisten, lesen, schreiben und löschen',
  },
  none: {
    text: 'Mit einer Zugriffsregel können anonyme Benutzer die Objekte unter einem Präfix lesen oder schreiben.',
    ask: 'Ihr Konto darf keine Regel hinzufügen. Wenden Sie sich an einen Administrator.',
  },
  add: {
    action: 'Zugriffsregel hinzufügen',
    title: 'Zugriffsregel hinzufügen',
    submit: 'Hinzufügen',
    done: 'Anonyme Benutzer haben jetzt Zugriff auf {{prefix}} ({{access}}).',
  },
  edit: {
    title: 'Zugriffsregel bearbeiten',
    submit: 'Speichern',
  },
  field: {
    prefix: 'Präfix',
    prefixHint: 'Objekte, deren Namen so beginnen, z. B. public/. Mit * gilt die Regel für alle.',
    access: 'Zugriff',
  },
  error: {
    blank: 'Geben Sie ein Präfix ein oder * für den ganzen Bucket.',
    wildcard: 'Ein Präfix darf weder * noch ? enthalten: In einer Richtlinie sind das Platzhalter.',
    variable:
      'Ein Präfix darf ${ nicht enthalten: In einer Richtlinie beginnt damit eine Variable.',
    taken: 'Für dieses Präfix gibt es bereits eine Regel. Bearbeiten Sie sie in der Liste.',
  },
  delete: {
    title: 'Zugriffsregel löschen',
    text: 'Anonyme Benutzer verlieren den Zugriff auf {{prefix}} ({{access}}). Andere Regeln und Anweisungen der Richtlinie bleiben unverändert.',
    done: 'Die Zugriffsregel wurde gelöscht.',
  },
  help: {
    title: 'Zugriffsregeln',
    text: 'Zugriffsregeln sind der Teil der Bucket-Richtlinie, der für anonyme Benutzer gilt: für alle, die den Speicherserver erreichen. Was angemeldete Benutzer dürfen, zeigt die Zugriffsübersicht.',
    s3: 'Bucket-Richtlinien in S3',
  },
};
