import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { objectsText } from '../en.ts';
import classes from './jump-field.module.css';

interface JumpFieldProps {
  /** The text typed to open it. */
  readonly typed: string;
  /** Lists from this name on. */
  readonly onJump: (from: string) => void;
  readonly onClose: () => void;
}

const jumpDelay = 300;

/** Jumps to the names that start with the typed text, or to the next ones. */
export function JumpField({ typed, onJump, onClose }: JumpFieldProps) {
  const t = useText(objectsText);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  const later = useDebouncedCallback(onJump, jumpDelay);
  useEffect(() => {
    input.current?.focus();
    if (typed !== '') later(typed);
  }, [typed, later]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') later.flush();
    else later.cancel();
    onClose();
  };
  return (
    <TextInput
      ref={input}
      className={classes.jump ?? ''}
      label={t('jump.label')}
      description={t('jump.hint')}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        later(currentTarget.value);
      }}
      onKeyDown={onKeyDown}
      rightSection={<CloseButton size="sm" aria-label={t('jump.close')} onClick={onClose} />}
    />
  );
}
