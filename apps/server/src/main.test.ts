import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { get } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConsoleProcess, startProcess } from './testing/console-process.ts';

const CERTS = fileURLToPath(new URL('./testing/certs', import.meta.url));
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function start(settings: Record<string, string>, args: string[] = []): ConsoleProcess {
  const started = startProcess(settings, args);
  closing.push(() => started.child.kill('SIGKILL'));
  return started;
}

/** A storage server that responds when the test tells it to. */
async function startStorage(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const addressIn = (line: string) => line.replace(/^Console\s+/, '');

describe('the process', () => {
  it('prints its settings', async () => {
    const { code, stdout } = await start({}, ['--help']).ending;
    expect(code).toBe(0);
    expect(stdout).toContain('  CONSOLE_MINIO_SERVER\n');
  });

  it('prints its version', async () => {
    const { stdout } = await start({}, ['--version']).ending;
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('refuses an option that it does not know', async () => {
    const { code, stderr } = await start({}, ['--port']).ending;
    expect(code).toBe(2);
    expect(stderr).toBe("Unknown option '--port': expected --help or --version.\n");
  });

  it('does not start with a wrong setting, and says so in one line', async () => {
    const { code, stdout, stderr } = await start({ CONSOLE_PORT: 'nine' }).ending;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe("CONSOLE_PORT is 'nine': expected a port number from 0 to 65535.\n");
  });

  it('does not start without the database that it is told to use, and says so in one line', async () => {
    const { code, stdout, stderr } = await start({
      STOWAGE_DATABASE_URL: 'postgres://stowage:secret-word@127.0.0.1:1/stowage',
      CONSOLE_MINIO_SERVER: 'http://127.0.0.1:1',
    }).ending;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      'The database in STOWAGE_DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.\n',
    );
  });

  it('leaves the drives alone where a newer console has written its state, and says so in one line', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stowage-newer-'));
    closing.push(() => rm(directory, { recursive: true }));
    const file = join(directory, 'console.db');
    const newer = new DatabaseSync(file);
    newer.exec('PRAGMA user_version = 1000');
    newer.close();
    const { code, stderr } = await start({ STOWAGE_DATA_DIR: directory }).ending;
    expect(code).toBe(1);
    expect(stderr.replace(/\d+ or/, 'N or')).toBe(
      `${file} was written by a newer version of the console: expected schema N or older, found 1000. Use that version, or restore the backup from before the upgrade.\n`,
    );
    const made = await readdir(directory);
    expect(made.filter((name) => !name.startsWith('console.db')).sort()).toEqual(['session.key']);
  });

  it('prints no password where nobody reads along, but the file that holds it', async () => {
    const console = start({ STOWAGE_DRIVES: '1' });
    const line = await console.line('Password');
    const file = line.replace(/^Password\s+kept in /, '');
    const { password } = JSON.parse(await readFile(file, 'utf8'));
    console.child.kill('SIGTERM');
    const { stdout, stderr } = await console.ending;
    expect(stdout + stderr).not.toContain(password);
  });

  it('says which port is taken', async () => {
    const storage = await startStorage((_request, response) => response.end());
    const { port } = new URL(storage);
    const { code, stderr } = await start({
      CONSOLE_MINIO_SERVER: storage,
      CONSOLE_PORT: port,
      STOWAGE_LOG_LEVEL: 'silent',
    }).ending;
    expect(code).toBe(1);
    expect(stderr).toBe(
      `CONSOLE_PORT ${port} cannot be used (EADDRINUSE): expected a free port.\n`,
    );
  });

  it('serves while the storage is away, and says that it is not ready', async () => {
    const console = start({ CONSOLE_MINIO_SERVER: 'http://127.0.0.1:1' });
    const address = addressIn(await console.line('Console'));
    expect((await fetch(`${address}healthz`)).status).toBe(200);
    expect((await fetch(`${address}readyz`)).status).toBe(502);
    const login = await fetch(`${address}api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"accessKey":"somebody","secretKey":"something"}',
    });
    expect(await login.json()).toMatchObject({ code: 502, errorCode: 'StorageUnreachable' });
  });

  it('serves TLS as well where it has a certificate', async () => {
    const console = start({
      CONSOLE_MINIO_SERVER: 'http://127.0.0.1:1',
      CONSOLE_CERTS_DIR: CERTS,
      CONSOLE_TLS_PORT: '0',
    });
    const address = addressIn(await console.line('Console'));
    expect(address).toMatch(/^https:/);
    const request = get(`${address}healthz`, { rejectUnauthorized: false });
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  it('names what is missing for TLS', async () => {
    const { code, stderr } = await start({
      CONSOLE_MINIO_SERVER: 'http://127.0.0.1:1',
      CONSOLE_CERTS_DIR: '/nonexistent',
      STOWAGE_LOG_LEVEL: 'silent',
    }).ending;
    expect(code).toBe(1);
    expect(stderr).toContain(
      '/nonexistent/public.crt cannot be read: CONSOLE_CERTS_DIR is expected',
    );
  });

  it('ends with one line where the authorities of the storage cannot be read', async () => {
    const { code, stderr } = await start({
      CONSOLE_MINIO_SERVER: 'https://127.0.0.1:1',
      STOWAGE_STORAGE_CA: '/nonexistent/ca.pem',
      STOWAGE_LOG_LEVEL: 'silent',
    }).ending;
    expect(code).toBe(1);
    expect(stderr).toBe(
      'STOWAGE_STORAGE_CA: /nonexistent/ca.pem cannot be read: expected a file with certificates in PEM.\n',
    );
  });

  it('lets a request that runs finish before it stops, and takes no other', async () => {
    const asked = Promise.withResolvers<() => void>();
    const storage = await startStorage((_request, response) => asked.resolve(() => response.end()));
    const console = start({ CONSOLE_MINIO_SERVER: storage });
    const address = addressIn(await console.line('Console'));
    const answer = fetch(`${address}readyz`);
    const finish = await asked.promise;
    console.child.kill('SIGTERM');
    await expect.poll(() => isListening(address)).toBe(false);
    finish();
    expect((await answer).status).toBe(200);
    const { code } = await console.ending;
    expect(code).toBe(0);
  });
});

async function isListening(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
