import { Button, Stack, Textarea } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { objectShareText } from './en.ts';
import { readSignedLink } from './model/signed-link.ts';
import classes from './share-dialog.module.css';

const QrCode = lazyPart(() => import('./qr-code.tsx'), 'QrCode');

interface ShareLinkProps {
  /** Undefined while it is being created. */
  readonly url: string | undefined;
  /** The requested validity in milliseconds. */
  readonly asked: number;
}

/** The server rounds to whole seconds. */
const ROUNDING_MS = 1000;

/** A link with its expiry and target, also as a QR code for phones. */
export function ShareLink({ url, asked }: ShareLinkProps) {
  const t = useText(objectShareText);
  const [withCode, setWithCode] = useState(false);
  const link = readSignedLink(url ?? '');
  const isCut = link !== undefined && link.length + ROUNDING_MS < asked;
  return (
    <Stack gap="sm">
      <Textarea
        label={t('link')}
        value={url ?? ''}
        readOnly
        rows={3}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.facts} role="status">
        {link !== undefined && (
          <p>
            {t('until', { time: formatDateTimeZone(link.endsAt), age: formatAge(link.endsAt) })}
          </p>
        )}
        {link !== undefined && !link.isLocal && <p>{t('leads', { origin: link.origin })}</p>}
      </div>
      {isCut && <WarningNote>{t('session')}</WarningNote>}
      {link?.isLocal && <WarningNote>{t('local', { origin: link.origin })}</WarningNote>}
      {url !== undefined && (
        <div>
          <Button
            variant="default"
            size="compact-md"
            aria-expanded={withCode}
            leftSection={<IconQrcode size={16} stroke={1.6} aria-hidden />}
            onClick={() => setWithCode(!withCode)}
          >
            {t(withCode ? 'code.hide' : 'code.show')}
          </Button>
        </div>
      )}
      {withCode && url !== undefined && (
        <Suspense>
          <QrCode text={url} label={t('code.label')} tooLong={t('code.tooLong')} />
        </Suspense>
      )}
    </Stack>
  );
}
