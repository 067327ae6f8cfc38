import { NumberInput, type NumberInputProps } from '@mantine/core';

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * An input for a number. What is no whole number, or below `min`, stays as it was typed and is
 * refused by the form; of what is pasted, only a number is taken.
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
