import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { defineMessages, translate, translations, useText } from './messages.ts';

const text = defineMessages('test', {
  title: 'Title',
  greeting: 'Hello {{name}}',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
  group: { inner: 'Inside' },
});

function Titled() {
  const t = useText(text);
  return <h1>{t('title')}</h1>;
}

describe('texts', () => {
  it('are found by key, with values and plurals', () => {
    expect(translate(text, 'title')).toBe('Title');
    expect(translate(text, 'greeting', { name: '<b>Anna</b>' })).toBe('Hello <b>Anna</b>');
    expect(translate(text, 'greeting', { name: 'a\u202eb' })).toBe('Hello a[U+202E]b');
    expect(translate(text, 'files', { count: 1 })).toBe('1 file');
    expect(translate(text, 'files', { count: 2 })).toBe('2 files');
    expect(translate(text, 'group.inner')).toBe('Inside');
  });

  it('have keys that the compiler knows', () => {
    // @ts-expect-error there is no such key
    expect(translate(text, 'missing')).toBe('missing');
    // @ts-expect-error a plural is asked for without its ending
    expect(translate(text, 'files_one', { count: 1 })).toBe('1 file');
  });
});

describe('another language', () => {
  afterEach(() => translations().changeLanguage('en'));

  it('takes the place of English on the page, and English fills its gaps', async () => {
    translations().addResourceBundle('de', 'test', { title: 'Titel' });
    await renderScreen(<Titled />);
    expect(screen.getByRole('heading')).toHaveTextContent('Title');
    await act(() => translations().changeLanguage('de'));
    expect(screen.getByRole('heading')).toHaveTextContent('Titel');
    expect(translate(text, 'group.inner')).toBe('Inside');
  });
});
