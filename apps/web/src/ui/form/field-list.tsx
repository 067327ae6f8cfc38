import { FileInput, NativeSelect, Radio, Switch, TagsInput, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import type { Fields } from './draft-form.ts';
import classes from './field-list.module.css';
import type { ChoiceOption, FieldSpec, FileValue } from './field-spec.ts';
import { NumberField } from './number-field.tsx';
import { PairsField } from './pairs-field.tsx';
import { RowsField } from './rows-field.tsx';
import { SecretField } from './secret-field.tsx';

const DURATION_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const;

/** Maximum bytes read from a file. */
const MAX_READ_BYTES = 1024 * 1024;

type Part<Values, Kind> = Extract<FieldSpec<Values>, { readonly kind: Kind }>;

interface FieldProps<Values, Spec> {
  readonly spec: Spec;
  readonly fields: Fields<Values>;
}

/** The common props of all inputs: texts, whether it is enabled, its value. */
interface Control {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
}

function useControl<Values>({ spec }: { readonly spec: FieldSpec<Values> }): Control {
  const t = useText(uiText);
  const { label, description, lockedBy, disabled = false } = spec;
  if (lockedBy === undefined) return { label, description, disabled };
  const locked = t('field.lockedBy', { variable: lockedBy });
  return {
    label,
    description: description === undefined ? locked : `${description} ${locked}`,
    disabled: true,
  };
}

interface AmountProps {
  readonly control: Control;
  readonly min: number | undefined;
  readonly input: object;
  readonly unit: {
    readonly label: string;
    readonly options: readonly (string | ChoiceOption)[];
    readonly input: object;
  };
}

/** A number with its unit. */
function AmountField({ control, min = 0, input, unit }: AmountProps) {
  return (
    <div className={classes.pair}>
      <NumberField {...control} min={min} {...input} />
      <NativeSelect
        label={unit.label}
        disabled={control.disabled}
        data={[...unit.options]}
        {...unit.input}
      />
    </div>
  );
}

function ChoiceField<Values>({ spec, fields }: FieldProps<Values, Part<Values, 'choice'>>) {
  const { disabled, ...control } = useControl({ spec });
  const input = fields.input(spec.name);
  if (spec.as === 'select') {
    return <NativeSelect {...control} disabled={disabled} data={[...spec.options]} {...input} />;
  }
  const described = spec.options.some(({ description }) => description !== undefined);
  return (
    <Radio.Group {...control} {...input}>
      <div className={classes.choices} data-described={described || undefined}>
        {spec.options.map((option) => (
          <Radio key={option.value} {...option} disabled={disabled || option.disabled === true} />
        ))}
      </div>
    </Radio.Group>
  );
}

function FileField<Values>({ spec, fields }: FieldProps<Values, Part<Values, 'file'>>) {
  const control = useControl({ spec });
  const { value, onChange, ...input } = fields.input(spec.name);
  const latest = useRef<File>(null);
  const read = async (file: File | null) => {
    latest.current = file;
    // Files longer than anything a form asks for are not read completely, and are rejected by the
    // form.
    const chosen: FileValue | null = file && {
      name: file.name,
      text: await file.slice(0, MAX_READ_BYTES).text(),
    };
    // Of two files the one selected last counts, however long the other takes to read.
    if (latest.current === file) onChange(chosen);
  };
  return (
    <FileInput
      {...control}
      clearable
      {...(spec.accept !== undefined && { accept: spec.accept })}
      {...input}
      value={value === null ? null : new File([value.text], value.name)}
      onChange={(file) => void read(file)}
    />
  );
}

function Field<Values>({ spec, fields }: FieldProps<Values, FieldSpec<Values>>): ReactNode {
  const t = useText(uiText);
  const control = useControl({ spec });
  const input = fields.input(spec.name);
  const unitOf = (name: string) => fields.input(name as keyof Values & string);
  switch (spec.kind) {
    case 'text':
      return (
        <TextInput
          {...control}
          withAsterisk={spec.required === true}
          placeholder={spec.placeholder}
          autoComplete="off"
          spellCheck={false}
          {...input}
        />
      );
    case 'number':
      return (
        <NumberField
          {...control}
          withAsterisk={spec.required === true}
          {...(spec.min !== undefined && { min: spec.min })}
          {...(spec.max !== undefined && { max: spec.max })}
          {...input}
        />
      );
    case 'amount': {
      const unit = { ...spec.unit, input: unitOf(spec.unit.name) };
      return <AmountField control={control} min={spec.min} input={input} unit={unit} />;
    }
    case 'duration': {
      const options = DURATION_UNITS.map((value) => ({ value, label: t(`field.${value}`) }));
      const unit = { ...spec.unit, options, input: unitOf(spec.unit.name) };
      return <AmountField control={control} min={0} input={input} unit={unit} />;
    }
    case 'list':
      return (
        <TagsInput
          {...control}
          withAsterisk={spec.required === true}
          placeholder={spec.placeholder}
          {...input}
        />
      );
    case 'rows':
      return (
        <RowsField
          {...control}
          required={spec.required}
          placeholder={spec.placeholder}
          {...input}
          value={input.value}
          onChange={input.onChange}
        />
      );
    case 'pairs':
      return <PairsField {...control} {...input} value={input.value} onChange={input.onChange} />;
    case 'secret':
      return (
        <SecretField
          {...control}
          required={spec.required}
          {...input}
          value={input.value}
          onChange={input.onChange}
        />
      );
    case 'choice':
      return <ChoiceField spec={spec} fields={fields} />;
    case 'switch':
      return <Switch {...control} aria-label={spec.label} {...fields.checkbox(spec.name)} />;
    case 'file':
      return <FileField spec={spec} fields={fields} />;
  }
}

interface FieldListProps<Values> {
  readonly specs: readonly FieldSpec<Values>[];
  readonly fields: Fields<Values>;
}

/**
 * The fields of a form, from their description; dependent fields are shown below those they depend
 * on.
 */
export function FieldList<Values>({ specs, fields }: FieldListProps<Values>) {
  const shown = specs.filter(({ when }) => when?.(fields.values) ?? true);
  return shown.map((spec) => (
    <div key={spec.name} className={spec.when && classes.dependent}>
      <Field spec={spec} fields={fields} />
      {spec.note}
    </div>
  ));
}
