import type { HistoryAction, HistoryLocation, RouterHistory } from '@tanstack/history';
import { matchPage, type PageMatch } from './page-path.ts';

/** The location an address refers to. */
export interface Place {
  /** Below the base path, percent-encoded as in the address bar. */
  readonly path: string;
  /** '?a=b' or ''. */
  readonly search: string;
  /** Identifies the history entry. */
  readonly key: string;
  readonly match: PageMatch | undefined;
}

/** The content for an address, or the path it redirects to. */
export type Opened<Content> = { readonly content: Content } | { readonly redirect: string };

/** The content on the screen. */
export interface Shown<Content> {
  readonly place: Place;
  readonly content: Content;
  /** The navigation that led here; undefined for the initial page. */
  readonly action: HistoryAction | undefined;
}

interface RouterOptions<Content> {
  readonly history: RouterHistory;
  /** The console's base path; '' at the root. */
  readonly basePath: string;
  /** Resolves a location; synchronously if everything it needs is loaded. */
  readonly open: (place: Place) => Opened<Content> | Promise<Opened<Content>>;
  /** The content shown while `open` is pending; undefined keeps the current one. */
  readonly pending?: (place: Place, from: Place | undefined) => Content | undefined;
  /** The content shown if `open` fails. */
  readonly failed: (error: unknown) => Content;
  /** Called with the progress of a pending navigation, in percent. */
  readonly onProgress?: (percent: number) => void;
}

/** The parts of a router that hooks and links need. */
export interface Router {
  readonly history: RouterHistory;
  readonly basePath: string;
  /** The location on the screen; before the first one, the location being opened. */
  readonly place: () => Place;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface ConsoleRouter<Content> extends Router {
  /** Undefined until the first page can be shown. */
  readonly shown: () => Shown<Content> | undefined;
  /** Replaces the current page, discarding unsaved changes; resolves when the new one is shown. */
  readonly leaveFor: (path: string) => Promise<void>;
  readonly dispose: () => void;
}

function placeOf({ pathname, search, state }: HistoryLocation, basePath: string): Place {
  const inside = pathname === basePath || pathname.startsWith(`${basePath}/`);
  const path = (inside ? pathname.slice(basePath.length) : pathname) || '/';
  return { path, search, key: state.__TSR_key ?? '', match: matchPage(path) };
}

/**
 * Creates a router that follows the history. An address is resolved first and then rendered
 * together with its content, so that no screen sees an address of another. The last navigation
 * wins.
 */
export function createRouter<Content>(options: RouterOptions<Content>): ConsoleRouter<Content> {
  const { history, basePath, open, pending, failed, onProgress } = options;
  const listeners = new Set<() => void>();
  const waiting = new Set<() => void>();
  let shown: Shown<Content> | undefined;
  let latest = 0;

  function show(next: Shown<Content>): void {
    shown = next;
    for (const listener of [...listeners]) listener();
    for (const done of [...waiting]) done();
    waiting.clear();
  }

  function follow(action: HistoryAction | undefined): void {
    latest += 1;
    const turn = latest;
    const place = placeOf(history.location, basePath);
    const finish = (opened: Opened<Content>) => {
      if (turn !== latest) return;
      if ('redirect' in opened) {
        history.replace(basePath + opened.redirect, undefined, { ignoreBlocker: true });
        return;
      }
      show({ place, content: opened.content, action });
      onProgress?.(100);
    };
    const fail = (error: unknown) => finish({ content: failed(error) });
    try {
      const opened = open(place);
      if (!(opened instanceof Promise)) {
        finish(opened);
        return;
      }
      const meanwhile = pending?.(place, shown?.place);
      if (meanwhile !== undefined) show({ place, content: meanwhile, action });
      onProgress?.(30);
      opened.then(finish).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  const stop = history.subscribe(({ action }) => follow(action.type));
  follow(undefined);
  return {
    history,
    basePath,
    place: () => shown?.place ?? placeOf(history.location, basePath),
    shown: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leaveFor: (path) =>
      new Promise((resolve) => {
        waiting.add(resolve);
        history.replace(basePath + path, undefined, { ignoreBlocker: true });
      }),
    dispose: () => {
      stop();
      latest += 1;
      history.destroy();
    },
  };
}
