import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { ROOT, signedHeaders, type TestStorage } from './test-storage.ts';

/** Responses of a store that stream until they are closed. */
export class OpenAnswers {
  readonly #open: ClientRequest[] = [];

  /** Sends a request and passes on each line as it arrives. */
  async read(
    { url }: Pick<TestStorage, 'url'>,
    { path, as = ROOT }: { readonly path: string; readonly as?: Credentials | undefined },
    onLine: (line: string) => void,
  ): Promise<{ answer: IncomingMessage; stop: () => void }> {
    const outgoing = request(url + path, { headers: signedHeaders(url, { path, as }) });
    this.#open.push(outgoing);
    outgoing.on('error', () => undefined);
    outgoing.end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    const lines = createInterface({ input: answer });
    lines.on('error', () => undefined);
    lines.on('line', onLine);
    return { answer, stop: () => outgoing.destroy() };
  }

  /** Closes the remaining responses. */
  end(): void {
    for (const one of this.#open.splice(0)) {
      one.destroy();
    }
  }
}
