import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../../packages/storage-embedded/src/testing/free-port.ts';
import { findPrometheus } from '../../../../scripts/setup/event-servers.mjs';

/** A job that scrapes a page every second. */
export interface ScrapedPage {
  readonly job: string;
  /** Host and port. */
  readonly target: string;
  readonly path: string;
  readonly token: string;
}

/** A Prometheus server for tests. */
export interface TestPrometheus {
  readonly url: string;
  stop(): Promise<void>;
}

const START_MS = 30_000;

/** Whether Prometheus is installed on this machine. */
export function hasPrometheus(): boolean {
  return findPrometheus() !== undefined;
}

/**
 * Starts it.
 *
 * @param past existing samples in the OpenMetrics format with timestamps
 */
export async function startPrometheus(
  past: string,
  pages: readonly ScrapedPage[],
): Promise<TestPrometheus> {
  const program = findPrometheus();
  if (program === undefined) throw new Error('There is no Prometheus on this machine.');
  const folder = await mkdtemp(join(tmpdir(), 'stowage-prometheus-'));
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(folder, 'past.txt'), past);
  const backfill = ['tsdb', 'create-blocks-from', 'openmetrics', join(folder, 'past.txt'), data];
  await promisify(execFile)(join(dirname(program), 'promtool'), backfill);
  await writeFile(join(folder, 'config.json'), JSON.stringify(configOf(pages)));
  const port = await freePort();
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'config.json')}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  await untilReady(url, child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

/** JSON is valid YAML. */
function configOf(pages: readonly ScrapedPage[]): object {
  return {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: pages.map(({ job, target, path, token }) => ({
      job_name: job,
      metrics_path: path,
      authorization: { credentials: token },
      static_configs: [{ targets: [target] }],
    })),
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/-/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('Prometheus did not start.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
