import { IconCircleCheckFilled, IconCircleHalf2, IconMinus } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { accessAuditText } from './en.ts';
import classes from './extent-mark.module.css';
import type { Extent } from './model/audit-rows.ts';

const icons = { all: IconCircleCheckFilled, part: IconCircleHalf2, none: IconMinus } as const;

/** The extent of an ability, as a shape and a word. */
export function ExtentMark({ extent }: { readonly extent: Extent }) {
  const t = useText(accessAuditText);
  const Icon = icons[extent];
  return (
    <span className={classes.mark} data-extent={extent} title={t(`extentHint.${extent}`)}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {t(`extent.${extent}`)}
    </span>
  );
}
