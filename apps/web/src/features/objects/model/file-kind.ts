export type FileKind = 'image' | 'audio' | 'video' | 'text' | 'archive' | 'other';

const endings: Readonly<Record<Exclude<FileKind, 'other'>, readonly string[]>> = {
  image: 'apng avif bmp gif heic ico jfif jif jpe jpeg jpg png svg tif tiff webp'.split(' '),
  audio: 'aiff alac dsd flac m4a mp3 ogg pcm wav'.split(' '),
  video: 'avchd avi flv mkv mov mp4 mpeg mpg webm wmv'.split(' '),
  text: 'csv doc docx htm html json log md odt pdf rtf txt xml yaml yml'.split(' '),
  archive: '7z bz2 gz jar lz4 rar tar tgz xz zip zst'.split(' '),
};
const kinds = new Map(
  Object.entries(endings).flatMap(([kind, list]) => list.map((end) => [end, kind as FileKind])),
);

/** Guesses a file's kind from its extension, for its icon only. */
export function fileKind(name: string): FileKind {
  const ending = /\.(\w+)$/.exec(name)?.[1] ?? '';
  return kinds.get(ending.toLowerCase()) ?? 'other';
}
