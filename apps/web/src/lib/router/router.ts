import type { HistoryAction, HistoryLocation, RouterHistory } from '@tanstack/history';
import { matchPage, type PageMatch } from './page-path.ts';

/** Where an address leads. */
export interface Place {
  /** Below the base path, percent-encoded as in the address bar. */
  readonly path: string;
  /** '?a=b' or ''. */
  readonly search: string;
  /** Names the entry of the history. */
  readonly key: string;
  readonly match: PageMatch | undefined;
}

/** What an address shows, or the path that it leads on to. */
export type Opened<Content> = { readonly content: Content } | { readonly redirect: string };

/** What is on the screen. */
export interface Shown<Content> {
  readonly place: Place;
  readonly content: Content;
  /** How it got there; undefined for the page that was loaded. */
  readonly action: HistoryAction | undefined;
}

interface RouterOptions<Content> {
  readonly history: RouterHistory;
  /** Where the console is mounted; '' at the root. */
  readonly basePath: string;
  /** Finds what a place shows. What is there without waiting is given without a promise. */
  readonly open: (place: Place) => Opened<Content> | Promise<Opened<Content>>;
  /** What is shown while `open` is waited for; undefined leaves what is there. */
  readonly pending?: (place: Place, from: Place | undefined) => Content | undefined;
  /** What is shown where `open` fails. */
  readonly failed: (error: unknown) => Content;
  /** Told how far a navigation is that has to wait, in percent. */
  readonly onProgress?: (percent: number) => void;
}

/** What hooks and links need of a router. */
export interface Router {
  readonly history: RouterHistory;
  readonly basePath: string;
  /** The place on the screen; until something is, the one that is being opened. */
  readonly place: () => Place;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface ConsoleRouter<Content> extends Router {
  /** Undefined until the first page can be shown. */
  readonly shown: () => Shown<Content> | undefined;
  /** Opens a path in place of the one that is open, whatever was not saved; done when it is shown. */
  readonly leaveFor: (path: string) => Promise<void>;
  readonly dispose: () => void;
}

function placeOf({ pathname, search, state }: HistoryLocation, basePath: string): Place {
  const inside = pathname === basePath || pathname.startsWith(`${basePath}/`);
  const path = (inside ? pathname.slice(basePath.length) : pathname) || '/';
  return { path, search, key: state.__TSR_key ?? '', match: matchPage(path) };
}

/**
 * Follows the history: what an address shows is found first and then put on the screen together with
 * the address, so no screen sees an address that is not its own. The last navigation wins.
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
