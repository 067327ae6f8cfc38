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
    ask: 'Ein unterbrochener Upload kann in dem Browser fortgesetzt werden, in dem er begonnen wurde.',
  },
  add: { action: 'Hochladen' },
  delete: {
    title: 'Unvollständigen Upload löschen',
    text: 'Die angekommenen Teile von {{name}} ({{size}}) werden gelöscht. Der Upload kann dann nicht mehr fortgesetzt werden.',
    done: 'Der unvollständige Upload wurde gelöscht.',
  },
  help: {
    title: 'Unvollständige Uploads',
    text: 'Ihre Teile belegen Platz, werden aber nicht als Objekte aufgelistet. MinIO zeigt nur Uploads, die seit seinem Start begonnen wurden, und löscht die, die älter als ein Tag sind. Wie lange sie aufbewahrt werden, können Lebenszyklusregeln festlegen.',
    s3: 'Multipart-Uploads in S3',
  },
};
