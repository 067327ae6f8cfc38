import type { Translation } from '#web/lib/i18n/messages.ts';
import type { incompleteUploadsText } from './en.ts';

export const incompleteUploadsDe: Translation<typeof incompleteUploadsText> = {
  title: 'Unvollständige Uploads',
  list: 'Unvollständige Uploads',
  entity: 'unvollständige Uploads',
  failed: 'Die unvollständigen Uploads konnten nicht geladen werden',
  column: { name: 'Name', size: 'Größe', parts: 'Teile' },
  unknown: 'unbekannt',
  more: 'Nur die ersten {{count}} werden gezeigt. Löschen Sie einige, um mehr zu sehen, oder überlassen Sie es einer Lebenszyklusregel.',
  none: {
    text: 'Dateien, die in Teilen hochgeladen werden, stehen hier, bis alle Teile angekommen sind.',
    ask: 'Was unterbrochen wurde, kann in dem Browser fortgesetzt werden, der es begonnen hat.',
  },
  add: { action: 'Hochladen' },
  delete: {
    title: 'Unvollständigen Upload löschen',
    text: 'Die angekommenen Teile von {{name}} ({{size}}) werden gelöscht. Der Upload kann dann nicht mehr fortgesetzt werden.',
    done: 'Der unvollständige Upload wurde gelöscht.',
  },
  help: {
    title: 'Unvollständige Uploads',
    text: 'Ihre Teile belegen Platz, stehen aber in keiner Auflistung. MinIO listet nur die Uploads, die es seit seinem Start gesehen hat, und löscht die, die älter als ein Tag sind. In der Zusammenfassung und durch Lebenszyklusregeln können Sie einstellen, wie lange sie aufbewahrt werden.',
    s3: 'Multipart-Uploads in S3',
  },
};
