import { defineMessages } from '#web/lib/i18n/messages.ts';

export const inspectText = defineMessages('inspect', {
  title: 'Inspect',
  about:
    'Downloads the raw files that the drives of a MinIO server keep for an object, as a zip with one folder per server and drive. The embedded store and other S3 servers have no such files.',
  volume: 'Bucket',
  volumeHint: 'Or .minio.sys for the files of the server itself.',
  file: 'Path on the drives',
  fileHint: 'Such as folder/photo.jpg/xl.meta. Use * for any name and ** for any path.',
  none: 'If nothing matches, the zip contains only a description of the server.',
  submit: 'Download',
  stop: 'Cancel',
  done: 'Saved as inspect.zip.',
});
