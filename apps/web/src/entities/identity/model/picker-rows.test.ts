import { describe, expect, it } from 'vitest';
import { pickerRows } from './picker-rows.ts';

describe('the rows of a picker', () => {
  it('begin with what was chosen, also where it is no longer there', () => {
    expect(pickerRows(['a', 'b', 'c'], ['c', 'gone'], '')).toEqual(['c', 'gone', 'a', 'b']);
  });

  it('are those that hold the text, whatever its case', () => {
    expect(pickerRows(['Ops', 'devops', 'qa'], ['qa'], ' OPS ')).toEqual(['Ops', 'devops']);
  });
});
