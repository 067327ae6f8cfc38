import type {
  IdentityTestFailure,
  IdentityTestStep,
} from '@stowage/contract/settings/identity-test';
import { Directory } from '@stowage/directory/directory';
import { DirectoryError, type DirectoryFailure } from '@stowage/directory/directory-error';
import { type DirectorySettings, readSettings, SettingsError } from '@stowage/directory/settings';
import { connectionFailure } from '../../../upstream/connection-failure.ts';
import type { IdentityTrial } from './openid.ts';
import { StepError, Steps } from './steps.ts';

type Step = IdentityTestStep['step'];

const WITHIN_MS = 5000;
const MAX_GROUPS = 5;

/** The steps in the order in which a directory is checked, each with the settings it concerns. */
const STEPS: readonly (readonly [Step, readonly string[]])[] = [
  ['connection', ['server_addr', 'srv_record_name', 'server_starttls', 'server_insecure']],
  ['lookup', ['lookup_bind_dn']],
  ['users', ['user_dn_search_base_dn', 'user_dn_attributes']],
  ['groups', ['group_search_base_dn']],
  ['filters', ['user_dn_search_filter', 'group_search_filter']],
];

const FAILURES: Readonly<Record<DirectoryFailure, IdentityTestFailure>> = {
  unreachable: 'unreachable',
  'address-refused': 'not-allowed',
  tls: 'tls',
  certificate: 'certificate',
  'tls-required': 'tls-required',
  'bind-refused': 'bind-refused',
  'base-dn-missing': 'base-missing',
  'filter-invalid': 'filter-invalid',
  'user-missing': 'user-missing',
  'user-ambiguous': 'user-ambiguous',
  'password-wrong': 'directory-refused',
  'too-much': 'too-much',
  refused: 'directory-refused',
};

/**
 * Tests a directory from the console's own machine: whether it accepts the lookup account, has the
 * base DNs and understands the filters; given a login name, which users the filters find. See ADR
 * 0068.
 */
export async function testLdap({
  values,
  loginName = '',
  refuses,
}: IdentityTrial): Promise<IdentityTestStep[]> {
  const steps = new Steps();
  const settings = await read(values, steps);
  if (settings === undefined) return steps.done;
  const directory = new Directory(settings, { refuses, withinMs: WITHIN_MS });
  const failed = await check(directory);
  const last = failed && stepOf(failed.key);
  for (const [step] of STEPS) {
    if (step === 'groups' && (values.group_search_filter ?? '') === '') continue;
    await steps.take(step, () => {
      if (step === last && failed !== undefined) throw failed.error;
      return step === 'connection' ? { found: values.server_addr ?? '' } : {};
    });
    if (step === last) return steps.done;
  }
  if (loginName !== '') await look(steps, directory, loginName);
  return steps.done;
}

function stepOf(key: string): Step {
  return STEPS.find(([, keys]) => keys.includes(key))?.[0] ?? 'connection';
}

/** Reports invalid settings at their step, without the steps before it, since none was run. */
async function read(
  values: IdentityTrial['values'],
  steps: Steps,
): Promise<DirectorySettings | undefined> {
  try {
    return readSettings(values);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { key, message } = error;
    await steps.take(stepOf(key), () => {
      throw new StepError('setting-wrong', `${key}: ${message}`);
    });
    return undefined;
  }
}

async function check(directory: Directory): Promise<{ key: string; error: StepError } | undefined> {
  try {
    await directory.check();
    return undefined;
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    return { key: error.key, error: stepError(error) };
  }
}

/** Looks up a user without a password. */
async function look(steps: Steps, directory: Directory, name: string): Promise<void> {
  let groups: readonly string[] = [];
  const found = await steps.take('user', async () => {
    try {
      const user = await directory.find(name);
      groups = user.groups;
      return { found: user.dn };
    } catch (error) {
      throw error instanceof DirectoryError ? stepError(error) : error;
    }
  });
  if (!found) return;
  const more = groups.length > MAX_GROUPS ? [`+ ${groups.length - MAX_GROUPS}`] : [];
  await steps.take('memberships', () => ({
    found: [...groups.slice(0, MAX_GROUPS), ...more].join('; '),
  }));
}

function stepError({ failure, key, said, cause }: DirectoryError): StepError {
  if (failure === 'unreachable' && cause !== undefined) {
    const known = connectionFailure(cause);
    return new StepError(known === 'protocol' ? 'unreachable' : known);
  }
  return new StepError(FAILURES[failure], said === '' ? key : `${key}: ${said}`);
}
