import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { runProgram } from './run-program.ts';

const CACHE = path.join(homedir(), '.cache', 'stowage', 'bin');
const BUILD_WITHIN_MS = 20 * 60_000;

/** Clients that are built from their published source with Go. */
const GO_MODULES: Readonly<Record<string, string>> = {
  mc: 'github.com/minio/mc@latest',
  rclone: 'github.com/rclone/rclone@latest',
};

/**
 * Returns the path of a client: built earlier into the cache folder, built now if Go is available,
 * or on the search path. Undefined if there is none.
 */
export async function findProgram(name: string): Promise<string | undefined> {
  const cached = path.join(CACHE, name);
  if (isExecutable(cached)) return cached;
  const module = GO_MODULES[name];
  if (module !== undefined && (await build(name, module))) return cached;
  // MinIO's mc must not be confused with Midnight Commander, which has the same name.
  return name === 'mc' ? undefined : onPath(name);
}

async function build(name: string, module: string): Promise<boolean> {
  const go = onPath('go') ?? ['/usr/local/go/bin/go'].find(isExecutable);
  if (go === undefined) return false;
  console.log(`     building ${name} (needed once, takes a few minutes)`);
  const built = await runProgram(go, ['install', module], {
    env: { ...process.env, GOBIN: CACHE },
    timeoutMs: BUILD_WITHIN_MS,
  });
  if (built.code !== 0) console.log(`     ${name} could not be built: ${built.errors}`);
  return built.code === 0;
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((part) => part !== '');
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
