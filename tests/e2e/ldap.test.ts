import {
  dnOf,
  PASSWORD,
  slapdProgram,
  startDirectory,
  type TestDirectory,
} from '@stowage/directory/testing/slapd';
import { afterAll, describe, it } from 'vitest';
import { startMinio } from '../targets/minio.ts';
import { targetKind } from '../targets/target.ts';
import { type Backend, startBackend, startConsole } from './support/console-process.ts';
import { submitLogin, visitAsRoot } from './support/login-actions.ts';
import { setConfig } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

/** Starts a MinIO server that is configured with a directory from the start. */
async function startMinioWith(directory: TestDirectory): Promise<Backend> {
  const { enable: _always, ...config } = directory.config();
  const minio = await startMinio(
    Object.fromEntries(
      Object.entries(config).map(([key, value]) => [
        `MINIO_IDENTITY_LDAP_${key.toUpperCase()}`,
        value,
      ]),
    ),
  );
  return {
    root: { user: minio.accessKey, password: minio.secretKey },
    env: { CONSOLE_MINIO_SERVER: minio.endpoint },
    close: () => minio.close(),
  };
}

/** Starts a console whose storage server uses a directory. */
async function startWith(directory: TestDirectory) {
  const isMinio = targetKind() === 'minio';
  const app = await startConsole('/', async () => {
    const backend = await (isMinio ? startMinioWith(directory) : startBackend());
    return { ...backend, env: { ...backend.env, CONSOLE_LDAP_ENABLED: 'on' } };
  });
  if (!isMinio) {
    try {
      await setConfig(app.storage, `identity_ldap ${directory.configText()}`);
      // LDAP settings take effect on restart.
      await app.restart();
    } catch (error) {
      await app.stop();
      throw error;
    }
  }
  return app;
}

describe.skipIf(slapdProgram === undefined)('users of a directory', () => {
  let directory: TestDirectory | undefined;
  const app = useConsole({
    start: async () => {
      directory = await startDirectory();
      return startWith(directory);
    },
  });
  afterAll(() => directory?.server.remove());

  it('log in once a policy is attached to them, with their password only', async () => {
    const { page, watch } = await app.visit();
    const logInAs = async (password: string) => {
      await submitLogin(page, 'jürgen', password);
    };
    const refused = async (password: string) => {
      watch.expectFailure({ status: 401, path: '/login' });
      await logInAs(password);
      await page.getByText('The username or the password is wrong.').waitFor();
      await page.reload();
    };
    await page.goto(`${app.url}/login`);
    await refused(PASSWORD);

    const root = (await visitAsRoot(app, '/ldap')).page;
    await root.getByText('There are no users with policies yet.').waitFor();
    await root.getByRole('button', { name: 'Attach Policies' }).first().click();
    const dialog = root.getByRole('dialog', { name: 'Attach Policies' });
    await dialog.getByRole('textbox', { name: 'User' }).fill(dnOf('jürgen'));
    await dialog.getByRole('checkbox', { name: 'readwrite' }).check();
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await root.getByRole('rowheader', { name: dnOf('jürgen') }).waitFor();

    await refused('wrong-password');
    await logInAs(PASSWORD);
    await page.waitForURL(`${app.url}/buckets`);
  });
});
