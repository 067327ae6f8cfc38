import type { Translation } from '#web/lib/i18n/messages.ts';
import type { bucketTagsText } from './bucket-tags.tsx';
import type { missingBucketText } from './en.ts';
import type { bucketFieldsText } from './fields-text.ts';

export const bucketFieldsDe: Translation<typeof bucketFieldsText> = {
  quota: 'Kontingent',
  quotaHint: 'Begrenzt, wie viele Daten der Bucket aufnimmt.',
  quotaType: 'Art des Kontingents',
  quotaTypes: { hard: 'Hart', fifo: 'FIFO' },
  quotaSize: 'Größe des Kontingents',
  quotaUnit: 'Einheit des Kontingents',
  quotaError: 'Geben Sie eine ganze Zahl ab 1 ein.',
  retention: 'Aufbewahrung',
  retentionHint:
    'Schützt neue Objekte eine Zeit lang vor dem Löschen. Setzt die Objektsperre voraus.',
  retentionMode: 'Aufbewahrungsmodus',
  retentionModes: { compliance: 'Compliance', governance: 'Governance' },
  validity: 'Dauer',
  validityUnit: 'Einheit der Dauer',
  unit: { days_one: 'Tag', days_other: 'Tage', years_one: 'Jahr', years_other: 'Jahre' },
  validityError: 'Geben Sie eine ganze Zahl von 1 bis {{max}} ein.',
};

export const bucketTagsDe: Translation<typeof bucketTagsText> = {
  public: 'öffentlich',
  anonymous: 'anonymer Zugriff',
  custom: 'eigener Zugriff',
  locked: 'gesperrt',
  versioned: 'versioniert',
  suspended: 'Versionen ausgesetzt',
  replicated: 'repliziert',
};

export const missingBucketDe: Translation<typeof missingBucketText> = {
  title: 'Es gibt keinen Bucket {{name}}',
  text: 'Möglicherweise wurde er gelöscht, oder der Name ist falsch geschrieben.',
  toBuckets: 'Alle Buckets',
};
