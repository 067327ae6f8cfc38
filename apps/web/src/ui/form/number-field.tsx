import { NumberInput, type NumberInputProps } from '@mantine/core';

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * A number input. Anything that is not a whole number, or is below `min`, stays as typed and is
 * rejected by the form; pasting only accepts a number.
 */
export function NumberField(props: NumberInputProps) {
  return (
    <NumberInput
      clampBehavior="none"
      {...props}
      onPaste={(event) => {
        if (!NUMBER.test(event.clipboardData.getData('text').trim())) {
          event.preventDefault();
        }
      }}
    />
  );
}
