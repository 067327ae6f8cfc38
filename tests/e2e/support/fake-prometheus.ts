import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { freePort } from '../../../packages/storage-embedded/src/testing/free-port.ts';

/** A received query, with times in seconds since 1970. */
export interface Asked {
  readonly query: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A Prometheus with one constant series for every query, which can also return no data, fail, or go
 * offline.
 */
export interface FakePrometheus {
  readonly url: string;
  /** All queries received so far. */
  readonly asked: readonly Asked[];
  /** If false, every query returns an empty result. */
  hasData: boolean;
  /** Rejects queries that contain this text; '' for none. */
  refuses: string;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return new URLSearchParams(Buffer.concat(pieces).toString());
}

function matrixOf(form: URLSearchParams) {
  const [start, end, step] = ['start', 'end', 'step'].map((name) => Number(form.get(name)));
  const values: [number, string][] = [];
  for (let at = start ?? 0; at <= (end ?? 0); at += step || 1) values.push([at, '1048576']);
  return [{ metric: { server: 'node-1:9000', api: 'getobject', drive: '/data' }, values }];
}

/** Starts the server on its own port; `goAway` stops it. */
export async function startFakePrometheus(): Promise<FakePrometheus> {
  let server: Server | undefined;
  const port = await freePort();
  const asked: Asked[] = [];
  const listen = async () => {
    server = createServer(async (request, response) => {
      const form = await formOf(request);
      const query = form.get('query') ?? '';
      asked.push({ query, start: Number(form.get('start')), end: Number(form.get('end')) });
      if (fake.refuses !== '' && query.includes(fake.refuses)) {
        response.writeHead(400).end('{"status":"error"}');
        return;
      }
      const result = fake.hasData ? matrixOf(form) : [];
      const data = { resultType: 'matrix', result };
      response.end(JSON.stringify({ status: 'success', data }));
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const fake = {
    asked,
    hasData: true,
    refuses: '',
    async goAway() {
      const ended = server && once(server, 'close');
      server?.close();
      server?.closeAllConnections();
      await ended;
      server = undefined;
    },
    comeBack: listen,
  };
  await listen();
  return Object.assign(fake, { url: `http://127.0.0.1:${port}` });
}
