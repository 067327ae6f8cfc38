import { Checkbox, Fieldset, TextInput } from '@mantine/core';
import { TRACE_CALLS, type TraceCalls } from '@stowage/contract/tools/trace';
import { useText } from '#web/lib/i18n/messages.ts';
import { NumberField } from '#web/ui/form/number-field.tsx';
import { traceText } from './en.ts';
import { filterErrors, type TraceFilter } from './model/trace-filter.ts';
import classes from './trace-page.module.css';

interface TraceFieldsProps {
  readonly filter: TraceFilter;
  readonly onChange: (change: Partial<TraceFilter>) => void;
  readonly disabled: boolean;
}

/** Selects which calls are traced. */
export function TraceFields(props: TraceFieldsProps) {
  const { filter, onChange, disabled } = props;
  const t = useText(traceText);
  const wrong = filterErrors(filter);
  return (
    <>
      {(['statusCode', 'method', 'funcname', 'path'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`field.${name}`)}
          value={filter[name]}
          maxLength={name === 'path' ? 1024 : 200}
          inputMode={name === 'statusCode' ? 'numeric' : undefined}
          error={name === 'statusCode' && wrong.includes(name) && t('statusCodeError')}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          disabled={disabled}
        />
      ))}
      <NumberField
        label={t('field.threshold')}
        title={t('thresholdHint')}
        min={0}
        allowNegative={false}
        decimalScale={3}
        suffix=" ms"
        placeholder="0 ms"
        value={filter.threshold}
        error={wrong.includes('threshold') && t('thresholdError')}
        onChange={(value) => onChange({ threshold: String(value) })}
        disabled={disabled}
      />
      <CallTypes {...props} />
    </>
  );
}

/** Selects the kinds of calls; 'all' includes each of them. */
function CallTypes({ filter, onChange, disabled }: TraceFieldsProps) {
  const t = useText(traceText);
  const { calls, errors } = filter;
  const toggle = (call: TraceCalls, checked: boolean) =>
    onChange({
      calls: TRACE_CALLS.filter((each) => (each === call ? checked : calls.includes(each))),
    });
  return (
    <Fieldset legend={t('calls')} variant="unstyled" className={classes.calls}>
      <Checkbox
        label={t('call.all')}
        checked={calls === 'all'}
        onChange={(event) => onChange({ calls: event.currentTarget.checked ? 'all' : ['s3'] })}
        disabled={disabled}
      />
      {TRACE_CALLS.map((call) => (
        <Checkbox
          key={call}
          label={t(`call.${call}`)}
          checked={calls === 'all' || calls.includes(call)}
          onChange={(event) => toggle(call, event.currentTarget.checked)}
          disabled={disabled || calls === 'all'}
        />
      ))}
      <Checkbox
        className={classes.errors}
        label={t('onlyErrors')}
        checked={errors}
        onChange={(event) => onChange({ errors: event.currentTarget.checked })}
        disabled={disabled}
      />
    </Fieldset>
  );
}
