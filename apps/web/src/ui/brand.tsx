import { IconStack2 } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import classes from './brand.module.css';
import { uiText } from './en.ts';

/** The product's mark and name, for a navy background. */
export function Brand({ compact = false }: { readonly compact?: boolean }) {
  const t = useText(uiText);
  return (
    <span className={classes.brand}>
      <span className={classes.mark} aria-hidden>
        <IconStack2 size={18} stroke={1.7} />
      </span>
      {!compact && t('product')}
    </span>
  );
}
