import { Modal, TextInput } from '@mantine/core';
import { ROUTES } from '@stowage/contract/pages';
import { IconBucket, IconFile, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { useOpener } from '#web/ui/use-opener.ts';
import { appText } from '../en.ts';
import { menuFor } from '../shell/menu-items.ts';
import classes from './command-palette.module.css';
import { type Command, matchingCommands } from './commands.ts';

interface CommandPaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function usePageCommands(): readonly Command[] {
  const t = useText(appText);
  const { main, operator } = menuFor(useSession());
  return [...main, ...operator]
    .filter((item) => !item.external)
    .map(({ name, to }) => ({ id: to, kind: 'page', label: t(`menu.${name}`), to }));
}

function useBucketCommands(enabled: boolean): readonly Command[] {
  const { data } = useQuery({ ...bucketsQuery, enabled });
  return (data?.buckets ?? []).map(({ name }) => ({
    id: `bucket ${name}`,
    kind: 'bucket',
    label: name,
    to: pagePath('objectBrowser', { bucketName: name }),
  }));
}

function PaletteBody({ onClose }: { readonly onClose: () => void }) {
  const t = useText(appText);
  const go = useGo();
  const canBrowse = useSession().pages.includes(ROUTES.buckets.pattern);
  const commands = [...usePageCommands(), ...useBucketCommands(canBrowse)];
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = matchingCommands(commands, useDeferredValue(text));
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = found[Math.min(active, found.length - 1)];

  useEffect(() => {
    if (current === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const open = (command: Command) => {
    onClose();
    go(command.to);
  };

  /**
   * Returns the id of an option, without spaces, which an id that other elements refer to must not
   * contain.
   */
  const optionId = (command: Command) => `${listId}-${encodeURIComponent(command.id)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const count = Math.max(1, found.length);
      setActive((Math.min(active, count - 1) + step + count) % count);
    }
    if (event.key === 'Enter' && current !== undefined) open(current);
  };

  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={current === undefined ? undefined : optionId(current)}
        placeholder={t('palette.label')}
        autoComplete="off"
        value={text}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className={classes.list}
        id={listId}
        ref={list}
        role="listbox"
        aria-label={t('palette.found')}
      >
        {found.map((command) => {
          const Icon = command.kind === 'bucket' ? IconBucket : IconFile;
          return (
            // The keyboard reaches an option through the field above, which keeps the focus.
            <div
              key={command.id}
              id={optionId(command)}
              className={classes.option}
              role="option"
              tabIndex={-1}
              aria-selected={command === current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => open(command)}
              onKeyDown={onKeyDown}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className={classes.label}>{command.label}</span>
              <span className={classes.kind}>{t(`palette.${command.kind}`)}</span>
            </div>
          );
        })}
      </div>
      {found.length === 0 && (
        <p className={classes.nothing} role="status">
          {t('palette.nothing')}
        </p>
      )}
    </>
  );
}

/** Opens a page or a bucket by a few letters of its name. */
export function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  const t = useText(appText);
  const { dialog, giveFocusBack } = useOpener(opened);
  return (
    <Modal.Root
      ref={dialog}
      opened={opened}
      onClose={onClose}
      size={520}
      yOffset="12vh"
      transitionProps={{ duration: 120 }}
      onExitTransitionEnd={giveFocusBack}
    >
      <Modal.Overlay />
      <Modal.Content radius="md" aria-label={t('palette.title')}>
        <PaletteBody onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
