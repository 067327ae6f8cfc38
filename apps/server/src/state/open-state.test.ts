import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { sharingProblems } from './open-state.ts';

const DATABASE = { STOWAGE_DATABASE_URL: 'postgres://db.example.net/stowage' };
const KEY = { CONSOLE_PBKDF_PASSPHRASE: 'a passphrase', CONSOLE_PBKDF_SALT: 'some salt' };
const SERVER = { CONSOLE_MINIO_SERVER: 'https://storage.example.net' };

describe('sharing a database', () => {
  it.each([
    [{}, []],
    [{ ...DATABASE, ...KEY, ...SERVER }, []],
    [{ ...DATABASE, ...SERVER }, ['without CONSOLE_PBKDF_PASSPHRASE and CONSOLE_PBKDF_SALT']],
    [{ ...DATABASE, ...KEY }, ['without CONSOLE_MINIO_SERVER']],
  ])('needs a key and a storage server in common: %o', (env, problems) => {
    const said = sharingProblems(readConfig(env));
    expect(said).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  });
});
