import { describe, expect, it, vi } from 'vitest';
import { loadRestoredPageAnew } from './restored-page.ts';

/** The parts of a window that the page needs, and a count of its reloads. */
function openPage() {
  const reload = vi.fn();
  const page = Object.assign(new EventTarget(), {
    document: document.implementation.createHTMLDocument(),
    location: { reload },
  });
  const asked = vi.fn();
  page.addEventListener('beforeunload', asked);
  loadRestoredPageAnew(page as unknown as Window);
  const tell = (type: string, persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted }));
  return { page, body: page.document.body, reload, asked, tell };
}

describe('a page that the browser keeps as it was left', () => {
  it('is out of sight from when it is left, and loaded anew when it is shown again', () => {
    const { body, reload, tell } = openPage();
    tell('pagehide', true);
    expect(body.hidden).toBe(true);
    expect(reload).not.toHaveBeenCalled();
    tell('pageshow', true);
    expect(body.hidden).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('does not ask about unsaved work again, which was asked when it was left', () => {
    const { page, asked, tell } = openPage();
    tell('pageshow', true);
    page.dispatchEvent(new Event('beforeunload'));
    expect(asked).not.toHaveBeenCalled();
  });

  it('is left alone when the browser does not keep it', () => {
    const { page, body, reload, asked, tell } = openPage();
    tell('pageshow', false);
    tell('pagehide', false);
    page.dispatchEvent(new Event('beforeunload'));
    expect(body.hidden).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(asked).toHaveBeenCalledOnce();
  });
});
