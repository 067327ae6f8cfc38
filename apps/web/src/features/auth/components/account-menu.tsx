import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ROUTES } from '@stowage/contract/pages';
import {
  IconCheck,
  IconChevronUp,
  IconDeviceDesktopOff,
  IconDevices,
  IconListCheck,
  IconLock,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { showError, showMessage } from '#web/lib/client-state/notify.ts';
import {
  chooseLanguage,
  currentLanguage,
  LANGUAGES,
  type Language,
} from '#web/lib/i18n/languages.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useDialog } from '#web/ui/use-dialog.ts';
import { useEndSessions } from '../api.ts';
import { authText } from '../en.ts';
import classes from './account-menu.module.css';

// Loaded when first opened.
const ChangePasswordDialog = lazyPart(
  () => import('../password/change-password-dialog.tsx'),
  'ChangePasswordDialog',
);
const SessionsDialog = lazyPart(() => import('../sessions/sessions-dialog.tsx'), 'SessionsDialog');

interface AccountMenuProps {
  readonly name: string;
  /** In the narrow form of the side menu. */
  readonly collapsed: boolean;
  /** Navigates to the login screen. */
  readonly onEnded: () => void;
}

/** The languages, each by its own name, so that speakers recognise it. */
function LanguageItems() {
  const t = useText(authText);
  const current = currentLanguage();
  return (
    <>
      <Menu.Label>{t('account.language')}</Menu.Label>
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <Menu.Item
          key={language}
          lang={language}
          aria-current={language === current || undefined}
          rightSection={language === current && <IconCheck size={16} stroke={1.6} aria-hidden />}
          onClick={() => void chooseLanguage(language as Language).catch(showError)}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
}

/** The logged-in user, and actions for their own sessions. */
export function AccountMenu({ name, collapsed, onEnded }: AccountMenuProps) {
  const t = useText(authText);
  const go = useGo();
  const { pages } = useSession();
  const canChangePassword = pages.includes(ROUTES.changePassword.pattern);
  const changing = useDialog<true>();
  const [asking, question] = useDisclosure(false);
  const [listing, list] = useDisclosure(false);
  const [listed, setListed] = useState(false);
  const openList = () => {
    setListed(true);
    list.open();
  };
  const askForAll = () => {
    list.close();
    question.open();
  };
  const endSessions = useEndSessions((count) => {
    question.close();
    showMessage(t('account.ended', { count }));
    onEnded();
  });
  return (
    <>
      <Menu position="top-start" width={220}>
        <Menu.Target>
          <UnstyledButton
            className={classes.account}
            data-collapsed={collapsed || undefined}
            title={name}
          >
            <VisuallyHidden>{t('account.loggedInAs', { name })}</VisuallyHidden>
            <span className={classes.name} aria-hidden>
              {name}
            </span>
            <IconChevronUp className={classes.mark} size={14} stroke={1.6} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <LanguageItems />
          <Menu.Divider />
          {pages.includes(ROUTES.jobs.pattern) && (
            <Menu.Item
              leftSection={<IconListCheck size={16} stroke={1.6} aria-hidden />}
              onClick={() => go(ROUTES.jobs.pattern)}
            >
              {t('account.jobs')}
            </Menu.Item>
          )}
          {canChangePassword && (
            <Menu.Item
              leftSection={<IconLock size={16} stroke={1.6} aria-hidden />}
              onClick={() => changing.open(true)}
            >
              {t('account.changePassword')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconDevices size={16} stroke={1.6} aria-hidden />}
            onClick={openList}
          >
            {t('account.sessions')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDeviceDesktopOff size={16} stroke={1.6} aria-hidden />}
            onClick={question.open}
          >
            {t('account.endAll')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {changing.subject && <ChangePasswordDialog key={changing.turn} {...changing.frame} />}
        {listed && <SessionsDialog opened={listing} onClose={list.close} onEndAll={askForAll} />}
      </Suspense>
      <ConfirmDialog
        opened={asking}
        onClose={question.close}
        title={t('account.endAll')}
        confirmLabel={t('account.endAllAction')}
        onConfirm={() => endSessions.mutate()}
        busy={endSessions.isPending}
      >
        {t('account.endAllText')}
      </ConfirmDialog>
    </>
  );
}
