import { Switch, Textarea } from '@mantine/core';
import { SSL_MODES } from '@stowage/domain/notification-targets/postgres-string';
import { useText } from '#web/lib/i18n/messages.ts';
import type { Fields } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import type { FieldSpec } from '#web/ui/form/field-spec.ts';
import { endpointsText } from '../en.ts';
import { type ConnectionKey, type ConnectionValues, hasFields } from '../model/connection.ts';

interface ConnectionFieldsProps {
  readonly connectionKey: ConnectionKey;
  readonly fields: Fields<ConnectionValues>;
}

/** The connection to a database: as fields, or as the connection string sent to the server. */
export function ConnectionFields({ connectionKey, fields }: ConnectionFieldsProps) {
  const t = useText(endpointsText);
  const { values } = fields;
  const modes = ['', ...SSL_MODES].map((value) => ({
    value,
    label: value === '' ? t('connection.sslmodeUnset') : value,
  }));
  const sslmode: FieldSpec<ConnectionValues> = {
    ...{ kind: 'choice', as: 'select', name: 'sslmode', options: modes },
    label: t('connection.sslmode'),
  };
  const specs: readonly FieldSpec<ConnectionValues>[] = [
    { kind: 'text', name: 'host', label: t('connection.host'), required: true },
    { kind: 'number', name: 'port', label: t('connection.port'), min: 1, max: 65_535 },
    { kind: 'text', name: 'dbname', label: t('connection.dbname'), required: true },
    { kind: 'text', name: 'user', label: t('connection.user') },
    { kind: 'secret', name: 'password', label: t('connection.password') },
    ...(connectionKey === 'connection_string' ? [sslmode] : []),
  ];
  const foldable = hasFields(connectionKey, values);
  return (
    <>
      <Switch
        label={t('connection.raw')}
        aria-label={t('connection.raw')}
        description={foldable ? t('connection.rawHint') : t('connection.rawOnly')}
        disabled={!foldable}
        {...fields.checkbox('raw')}
      />
      {values.raw ? (
        <Textarea
          label={t(`connection.${connectionKey}`)}
          description={t('connection.keepsPassword')}
          withAsterisk
          rows={3}
          autoComplete="off"
          spellCheck={false}
          {...fields.input('text')}
        />
      ) : (
        <FieldList specs={specs} fields={fields} />
      )}
    </>
  );
}
