import { describe, expect, it } from 'vitest';
import { previewOf } from './preview.ts';

const EXTENSIONS = {
  image: 'jif jfif apng avif svg webp bmp ico jpg jpe jpeg gif png heic',
  pdf: 'pdf',
  text: 'txt md json yaml yml csv log xml',
  audio: 'wav mp3 alac aiff dsd pcm ogg flac m4a',
  video: 'mp4 avi mpg webm mov flv mkv wmv avchd mpeg-4',
};

describe('previewOf', () => {
  it.each(Object.entries(EXTENSIONS))('knows every %s file [OBJD-35]', (kind, list) => {
    for (const extension of list.split(' ')) {
      expect(previewOf(`folder/name.${extension}`)?.kind).toBe(kind);
      expect(previewOf(`NAME.${extension.toUpperCase()}`)?.kind).toBe(kind);
    }
  });

  it.each([
    '',
    'png',
    'folder.png/name',
    'a.html',
    'a.htm',
    'a.js',
    'a.png.exe',
    'a.',
    '.',
    'a.constructor',
  ])('shows nothing of %j', (name) => {
    expect(previewOf(name)).toBeUndefined();
  });

  it('never shows text as markup', () => {
    for (const extension of EXTENSIONS.text.split(' ')) {
      expect(previewOf(`a.${extension}`)?.contentType).toBe('text/plain; charset=utf-8');
    }
  });
});
