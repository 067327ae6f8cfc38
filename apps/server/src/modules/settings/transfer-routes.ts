import * as contract from '@stowage/contract/settings/transfer';
import type { AdminClient } from '@stowage/storage-client/admin';
import {
  type ConfigLine,
  findConfigTextProblem,
  parseConfigText,
  printConfigLines,
} from '@stowage/storage-client/config-text';
import { checkRevision } from '../../changes/revision.ts';
import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { RestartNeeds } from '../../upstream/restart-needs.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import {
  completeDocument,
  differencesOf,
  documentRevision,
  withoutSecrets,
} from './config-document.ts';
import { readHistory, restoreEntry } from './history.ts';
import { readAllKeys } from './read-config.ts';
import { refusedKey } from './refused-key.ts';

const LIMITS = { body: 2 * contract.MAX_CONFIG_BYTES };

interface TransferParts {
  readonly storage: StorageAccess;
  readonly turns: Turns;
  readonly needs: RestartNeeds;
}

/** The configuration as a single document, and its history. */
export function transferRoutes({ storage, turns, needs }: TransferParts): RouteModule {
  return ({ serve }) => {
    serve(contract.exportConfigs, async ({ session, body, signal }) => {
      const text = await storage.clientsOf(session).admin.exportConfig({ signal });
      return { text: body.secrets ? text : withoutSecrets(parseConfigText(text)) };
    });

    serve(
      contract.previewConfigImport,
      async ({ session, body, signal }) => {
        const { admin } = storage.clientsOf(session);
        const [{ current, wanted }, keys] = await Promise.all([
          readDocument(admin, body.text, signal),
          readAllKeys(admin, signal),
        ]);
        return {
          differences: differencesOf(wanted, current, keys),
          revision: documentRevision(current),
        };
      },
      LIMITS,
    );

    serve(
      contract.importConfigs,
      ({ session, query, body, signal }) => {
        const { admin } = storage.clientsOf(session);
        return turns.take({ name: 'settings', signal }, async ({ check }) => {
          const { current, wanted } = await readDocument(admin, body.text, signal);
          checkRevision(query.revision, documentRevision(current));
          await check();
          const text = printConfigLines(wanted);
          await refusedKey(['text'], admin.importConfig({ text }));
          return needs.note(session, { restart: true });
        });
      },
      LIMITS,
    );

    serve(contract.listConfigHistory, async ({ session, query, signal }) => {
      const { admin } = storage.clientsOf(session);
      return { changes: await readHistory(admin, query.limit, signal) };
    });

    serve(contract.restoreConfig, ({ session, params, signal }) => {
      const { admin } = storage.clientsOf(session);
      return turns.take({ name: 'settings', signal }, async ({ check }) => {
        await check();
        return needs.note(session, await restoreEntry(admin, params.id, signal));
      });
    });
  };
}

const PROBLEMS = {
  unreadable: 'is not a setting',
  'target-twice': 'sets a target that an earlier line sets',
  'key-twice': 'sets a key twice',
} as const;

/**
 * @throws ConsoleError InvalidInput if the text contains no configuration lines, or one without
 *    effect
 */
async function readDocument(
  admin: Pick<AdminClient, 'exportConfig'>,
  text: string,
  signal: AbortSignal,
): Promise<{ current: readonly ConfigLine[]; wanted: readonly ConfigLine[] }> {
  const wrong = findConfigTextProblem(text);
  if (wrong !== undefined) {
    const detail = `Line ${wrong.line} of the file ${PROBLEMS[wrong.problem]}.`;
    throw new ConsoleError('InvalidInput', { field: 'text', detail });
  }
  const document = parseConfigText(text);
  if (document.length === 0) {
    const detail = 'The file contains no settings.';
    throw new ConsoleError('InvalidInput', { field: 'text', detail });
  }
  const current = parseConfigText(await admin.exportConfig({ signal }));
  return { current, wanted: completeDocument(document, current) };
}
