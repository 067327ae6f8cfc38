import { onTestFinished, vi } from 'vitest';

/** The server's end of a socket opened by a page. */
export interface FakeSocket {
  readonly url: URL;
  readonly protocols: readonly string[];
  /** The messages sent by the page. */
  readonly received: readonly string[];
  /** How the page closed it. */
  readonly closedBy: number | undefined;
  accept(): void;
  send(message: object): void;
  close(code: number, reason?: string): void;
}

/** Replaces the browser's sockets for one test; returns those the page opens, oldest first. */
export function fakeSockets(): readonly FakeSocket[] {
  const opened: FakeSocket[] = [];

  class PageSocket {
    onopen: (() => void) | undefined;
    onmessage: ((event: { data: string }) => void) | undefined;
    onclose: ((event: { code: number; reason: string }) => void) | undefined;
    readonly #received: string[] = [];
    #closedBy: number | undefined;

    constructor(url: string, protocols: readonly string[]) {
      const page = this;
      opened.push({
        url: new URL(url),
        protocols,
        received: this.#received,
        get closedBy() {
          return page.#closedBy;
        },
        accept: () => this.onopen?.(),
        send: (message) => this.onmessage?.({ data: JSON.stringify(message) }),
        close: (code, reason = '') => this.onclose?.({ code, reason }),
      });
    }

    send(text: string): void {
      this.#received.push(text);
    }

    close(code: number): void {
      this.#closedBy = code;
    }
  }

  vi.stubGlobal('WebSocket', PageSocket);
  onTestFinished(() => void vi.unstubAllGlobals());
  return opened;
}
