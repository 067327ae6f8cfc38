import { Modal } from '@mantine/core';
import type { LogMessage } from '@stowage/contract/tools/logs';
import { useText } from '#web/lib/i18n/messages.ts';
import { type Fact, FactList } from '#web/ui/fact-list.tsx';
import { Name } from '#web/ui/name.tsx';
import { logsText } from './en.ts';
import { plainLine } from './log-lines.ts';
import classes from './logs-page.module.css';

const facts = [
  'api',
  'bucket',
  'object',
  'deploymentId',
  'requestId',
  'remoteHost',
  'host',
] as const;

interface LogDialogProps {
  /** Undefined while none is open. */
  readonly entry: LogMessage | undefined;
  readonly onClose: () => void;
}

/** An error in the log, with the request that caused it and its location in the server's source. */
export function LogDialog({ entry, onClose }: LogDialogProps) {
  const t = useText(logsText);
  const { error } = entry ?? {};
  const lines: readonly Fact[] =
    entry && error
      ? [
          [t('error.message'), plainLine(entry.message)],
          [t('error.time'), entry.time],
          ...facts.map((name) => [t(`error.${name}`), error[name]] as const),
          [t('error.userAgent'), error.userAgent],
          [t('error.node'), entry.node],
          ...Object.entries(error.variables),
        ]
      : [];
  return (
    <Modal
      opened={error !== undefined}
      onClose={onClose}
      title={error?.api ?? ''}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': t('error.close') }}
    >
      <FactList facts={lines} />
      {error && error.source.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('error.source')}</h3>
          <ol className={classes.source}>
            {error.source.map((line) => (
              <li key={line}>
                <Name>{plainLine(line)}</Name>
              </li>
            ))}
          </ol>
        </>
      )}
    </Modal>
  );
}
