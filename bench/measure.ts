/** Runs one load process and returns its measurements. */
import { spawn } from 'node:child_process';
import type { LoadResult, LoadTask } from './load.ts';
import type { Server } from './servers.ts';

const load = new URL('./load.ts', import.meta.url).pathname;

export async function measure(
  server: Server,
  task: Omit<LoadTask, 'endpoint' | 'accessKey' | 'secretKey'>,
): Promise<LoadResult> {
  const { endpoint, accessKey, secretKey } = server;
  const child = spawn(
    process.execPath,
    [load, JSON.stringify({ endpoint, accessKey, secretKey, ...task } satisfies LoadTask)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new Error(`${server.name}: the load for ${task.operation} ended with ${code}`);
  return JSON.parse(output) as LoadResult;
}
