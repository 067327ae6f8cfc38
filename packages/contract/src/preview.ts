/** How a browser can display an object. */
export type PreviewKind = 'image' | 'pdf' | 'text' | 'audio' | 'video';

/** Preview kind and content type by file extension. */
export interface Preview {
  readonly kind: PreviewKind;
  readonly contentType: string;
}

const TEXT = 'text/plain; charset=utf-8';

const TYPES: Readonly<Record<PreviewKind, Readonly<Record<string, string>>>> = {
  image: {
    apng: 'image/apng',
    avif: 'image/avif',
    bmp: 'image/bmp',
    gif: 'image/gif',
    heic: 'image/heic',
    ico: 'image/x-icon',
    jfif: 'image/jpeg',
    jif: 'image/jpeg',
    jpe: 'image/jpeg',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    svg: 'image/svg+xml',
    webp: 'image/webp',
  },
  pdf: { pdf: 'application/pdf' },
  // Markup is displayed as plain text and never interpreted.
  text: { csv: TEXT, json: TEXT, log: TEXT, md: TEXT, txt: TEXT, xml: TEXT, yaml: TEXT, yml: TEXT },
  audio: {
    aiff: 'audio/aiff',
    alac: 'audio/mp4',
    dsd: 'audio/x-dsd',
    flac: 'audio/flac',
    m4a: 'audio/mp4',
    mp3: 'audio/mpeg',
    ogg: 'audio/ogg',
    pcm: 'audio/L16',
    wav: 'audio/wav',
  },
  video: {
    avchd: 'video/mp2t',
    avi: 'video/x-msvideo',
    flv: 'video/x-flv',
    mkv: 'video/x-matroska',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    'mpeg-4': 'video/mp4',
    mpg: 'video/mpeg',
    webm: 'video/webm',
    wmv: 'video/x-ms-wmv',
  },
};

const BY_EXTENSION: ReadonlyMap<string, Preview> = new Map(
  (Object.keys(TYPES) as PreviewKind[]).flatMap((kind) =>
    Object.entries(TYPES[kind]).map(
      ([extension, contentType]) => [extension, { kind, contentType }] as const,
    ),
  ),
);

/** Returns how an object with this name can be displayed; undefined if it cannot. */
export function previewOf(name: string): Preview | undefined {
  const extension = /\.([^./]+)$/.exec(name)?.[1];
  return extension === undefined ? undefined : BY_EXTENSION.get(extension.toLowerCase());
}

const MIB = 1024 * 1024;

/** Maximum size of a text preview in bytes; the server sends no more. */
export const MAX_TEXT_PREVIEW = MIB;

const LARGEST: Readonly<Partial<Record<PreviewKind, number>>> = {
  image: 64 * MIB,
  pdf: 100 * MIB,
};

/**
 * Returns the maximum object size in bytes for a kind of preview. Images and PDF are loaded
 * completely. Audio and video are streamed, and text previews are truncated, so these have no
 * limit.
 */
export function maxPreview(kind: PreviewKind): number {
  return LARGEST[kind] ?? Number.POSITIVE_INFINITY;
}
