import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import classes from './details.module.css';
import { uiText } from './en.ts';

interface DetailsProps {
  readonly text: string;
  /** Whether they are expanded at first, because the user cannot continue without them. */
  readonly unfolded?: boolean;
}

/** Collapsible details of an error. */
export function Details({ text, unfolded = false }: DetailsProps) {
  const t = useText(uiText);
  const [open, setOpen] = useState(unfolded);
  const id = useId();
  return (
    <>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('details')}
        <IconChevronDown size={14} stroke={1.8} data-open={open || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse id={id} expanded={open} transitionDuration={120}>
        <div className={classes.detail}>{isolatedText(text)}</div>
      </Collapse>
    </>
  );
}
