import { Button } from '@mantine/core';
import { MAX_TEXT_PREVIEW, maxPreview, previewOf } from '@stowage/contract/preview';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { checkDownloadOf } from '#web/entities/object/check-download.ts';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { previewUrl } from '#web/entities/object/download-url.ts';
import { objectKeys } from '#web/entities/object/object-keys.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { useDownload } from '#web/entities/object/use-download.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { objectPreviewText } from './en.ts';
import classes from './preview.module.css';

interface PreviewProps {
  readonly version: ObjectVersion;
}

/** Shown if there is no preview, with another way to get the content. */
function Instead({ version, children }: PreviewProps & { readonly children: ReactNode }) {
  const t = useText(objectPreviewText);
  const download = useDownload(version.bucket);
  return (
    <div className={classes.instead} role="alert">
      <p>{children}</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        onClick={() => download(version)}
      >
        {t('download')}
      </Button>
    </div>
  );
}

/** An image, audio or video: these elements report when they fail to load. */
function Media({ version }: PreviewProps) {
  const t = useText(objectPreviewText);
  const [failed, setFailed] = useState(false);
  const kind = previewOf(version.key)?.kind;
  const label = t('of', { name: shownName(version.key) });
  const src = previewUrl(version);
  const onError = () => setFailed(true);
  if (failed) return <Instead version={version}>{t('failed')}</Instead>;
  if (kind === 'image') {
    return <img className={classes.image} src={src} alt={label} onError={onError} />;
  }
  const Player = kind === 'audio' ? 'audio' : 'video';
  return (
    <Player
      className={classes.player}
      src={src}
      aria-label={label}
      controls
      preload="metadata"
      onError={onError}
    />
  );
}

/**
 * A document in an iframe. An iframe does not report load errors, so access is checked first. Text
 * is sandboxed and cannot run scripts; the PDF viewer does not start in a sandbox, but runs nothing
 * of the document in this origin.
 */
function Frame({ version }: PreviewProps) {
  const t = useText(objectPreviewText);
  const { bucket, key, versionId, size = 0 } = version;
  const check = useQuery({
    queryKey: [...objectKeys.object(bucket, key), 'preview', versionId],
    queryFn: async () => {
      await checkDownloadOf(version);
      return true;
    },
    meta: { errors: 'screen' },
  });
  const isText = previewOf(key)?.kind === 'text';
  if (check.isPending) return <ListSkeleton rows={4} height={24} />;
  if (check.isError) return <Instead version={version}>{t('failed')}</Instead>;
  return (
    <>
      {isText && size > MAX_TEXT_PREVIEW && (
        <p className={classes.note} role="note">
          {t('cut', { limit: formatSize(MAX_TEXT_PREVIEW), size: formatSize(size) })}
        </p>
      )}
      <iframe
        className={classes.frame}
        src={previewUrl(version)}
        title={t('of', { name: shownName(key) })}
        {...(isText && { sandbox: '' })}
      >
        {t('failed')}
      </iframe>
    </>
  );
}

/** Whether a browser would execute the content. */
function isMarkup(key: string): boolean {
  return /\.(x?html?|xht|shtml|mhtml?|svgz|m?js)$/i.test(key);
}

/** Shows the content of an object or one of its versions, if its type can be displayed. */
export function Preview({ version }: PreviewProps) {
  const t = useText(objectPreviewText);
  const { bucket, key, versionId, size } = version;
  const kind = previewOf(key)?.kind;
  if (kind === undefined)
    return <Instead version={version}>{t(isMarkup(key) ? 'markup' : 'none')}</Instead>;
  if (size === 0) return <Instead version={version}>{t('empty')}</Instead>;
  const limit = maxPreview(kind);
  if (size !== undefined && size > limit) {
    return (
      <Instead version={version}>
        {t('tooLarge', { size: formatSize(size), limit: formatSize(limit) })}
      </Instead>
    );
  }
  const Shown = kind === 'pdf' || kind === 'text' ? Frame : Media;
  return (
    <div className={classes.preview}>
      <Shown key={`${bucket}/${key}?${versionId}`} version={version} />
    </div>
  );
}
