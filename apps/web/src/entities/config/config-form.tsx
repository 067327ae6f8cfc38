import { Button } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { Tag } from '#web/ui/tag.tsx';
import {
  type ConfigDraft,
  type ConfigField,
  draftEntries,
  isOpen,
  labelOf,
  textOf,
  unitName,
  unitsOf,
} from './config-fields.ts';
import classes from './config-form.module.css';
import { configText } from './en.ts';

interface DefaultNoteProps {
  readonly field: ConfigField;
  readonly form: Fields<ConfigDraft>;
}

/** Below a field: its default, and a way to reset to it. */
function DefaultNote({ field, form }: DefaultNoteProps) {
  const t = useText(configText);
  const { key, kind, default: byDefault } = field;
  if (byDefault === undefined || field.missing || kind === 'secret' || key === 'enable') {
    return null;
  }
  const differs = textOf(field, form.values) !== byDefault;
  return (
    <div className={classes.note}>
      <span>{byDefault === '' ? t('default.empty') : t('default.is', { value: byDefault })}</span>
      {differs && <Tag tone="accent">{t('default.differs')}</Tag>}
      {differs && isOpen(field) && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={t('default.useOf', { label: labelOf(key) })}
          onClick={() => form.set(Object.fromEntries(draftEntries(field, byDefault)))}
        >
          {t('default.use')}
        </Button>
      )}
    </div>
  );
}

function useSpec(form: Fields<ConfigDraft>, labels: Readonly<Record<string, string>>) {
  const t = useText(configText);
  return (field: ConfigField): FieldSpec<ConfigDraft> => {
    const { key } = field;
    const label = labels[key] ?? (key === 'enable' ? t('enable') : labelOf(key));
    const common = {
      name: key,
      label,
      description: field.missing ? t('missing') : field.description,
      required: field.required,
      lockedBy: field.lockedBy,
      disabled: field.missing,
      note: <DefaultNote field={field} form={form} />,
    };
    switch (field.kind) {
      case 'duration': {
        const options = unitsOf(field).map((value) => ({ value, label: t(`unit.${value}`) }));
        const unit = { name: unitName(key), label: t('unitOf', { label }), options };
        return { ...common, kind: 'amount', unit };
      }
      case 'choice': {
        const options = field.options.map((value) => ({ value, label: value }));
        return { ...common, kind: 'choice', as: 'select', options };
      }
      case 'list':
        return { ...common, kind: 'rows' };
      default:
        return { ...common, kind: field.kind };
    }
  };
}

interface ConfigFieldListProps {
  readonly fields: readonly ConfigField[];
  readonly form: Fields<ConfigDraft>;
  /** Labels for keys whose server name would read badly. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The settings of a configuration: one input each, with the server's help text and default. */
export function ConfigFieldList({ fields, form, labels = {} }: ConfigFieldListProps) {
  const specOf = useSpec(form, labels);
  return <FieldList specs={fields.map(specOf)} fields={form} />;
}
