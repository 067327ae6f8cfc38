import { labelOf } from '#web/entities/config/config-fields.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { settingsText } from './en.ts';
import { isTile } from './model/config-forms.ts';

export type SettingsText = Translate<(typeof settingsText)['english']>;

/** Returns the display name of a configuration. */
export function configLabel(t: SettingsText, name: string): string {
  return isTile(name) ? t(`tile.${name}`) : labelOf(name);
}
