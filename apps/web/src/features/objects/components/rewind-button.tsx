import { Button, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';

interface RewindButtonProps {
  /** Whether there are versions to go back to. */
  readonly versioned: boolean;
  readonly onOpen: () => void;
}

/** Opens the choice of a time. Where no versions are kept it can be reached all the same, and says why. */
export function RewindButton({ versioned, onOpen }: RewindButtonProps) {
  const t = useText(objectsText);
  return (
    <Tooltip label={t('rewind.noVersions')} disabled={versioned} events={tooltipEvents}>
      <Button
        variant="default"
        {...(!versioned && { 'aria-disabled': true, 'data-disabled': true })}
        leftSection={<IconHistory size={18} stroke={1.6} aria-hidden />}
        onClick={() => versioned && onOpen()}
      >
        {t('rewind.action')}
      </Button>
    </Tooltip>
  );
}

const tooltipEvents = { hover: true, focus: true, touch: true };
