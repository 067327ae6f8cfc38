import type { AuditGrant } from '@stowage/contract/bucket-admin/access';
import { describe, expect, it } from 'vitest';
import {
  abilitiesOf,
  anonymousRow,
  auditSortText,
  extentOf,
  parseAuditSort,
  userRow,
  visibleRows,
} from './audit-rows.ts';

const grant = (ability: AuditGrant['ability'], extent: AuditGrant['extent']): AuditGrant => ({
  ability,
  extent,
  because: [],
});
const user = (name: string, ...grants: AuditGrant[]) =>
  userRow({ name, enabled: true, groups: [], policies: [], grants });

const rows = [
  user('user10', grant('delete', 'part')),
  user('user9'),
  user('Anna', grant('delete', 'all')),
  anonymousRow('Everybody', [grant('read', 'all')]),
];
const names = (filter: string, sort: string) =>
  visibleRows(rows, filter, parseAuditSort(sort)).map(({ name }) => name);

describe('the rows of the access audit', () => {
  it.each([
    ['', '', ['Everybody', 'Anna', 'user9', 'user10']],
    ['', '-name', ['Everybody', 'user10', 'user9', 'Anna']],
    ['', 'delete', ['Everybody', 'user9', 'user10', 'Anna']],
    ['', '-delete', ['Everybody', 'Anna', 'user10', 'user9']],
    ['', 'nonsense', ['Everybody', 'Anna', 'user9', 'user10']],
    [' USER', '', ['user9', 'user10']],
    ['nobody like this', '', []],
    ['.*', '', []],
  ])('with filter %j and sort %j are %j', (filter, sort, expected) => {
    expect(names(filter, sort)).toEqual(expected);
  });

  it('know what is granted wholly, in part and not at all', () => {
    const grants = [grant('write', 'part'), grant('list', 'all'), grant('read', 'all')];
    expect(extentOf(grants, 'manage')).toBe('none');
    expect(abilitiesOf(grants, 'all')).toEqual(['list', 'read']);
    expect(abilitiesOf(grants, 'part')).toEqual(['write']);
    expect(abilitiesOf(grants, 'none')).toEqual(['delete', 'manage']);
  });

  it.each(['', '-name', 'delete', '-manage'])('write the sort %j as they read it', (text) => {
    const { column, descending } = parseAuditSort(text);
    expect(auditSortText(column, descending)).toBe(text);
  });
});
