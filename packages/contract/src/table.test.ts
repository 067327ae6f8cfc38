import { describe, expect, it } from 'vitest';
import { ERRORS } from './errors.ts';
import { ENDPOINTS, STREAMS } from './table.ts';

const entries = ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const);

describe('the endpoint table', () => {
  it('has every id once', () => {
    const ids = ENDPOINTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every method and path once, whatever its parameters are called', () => {
    const calls = ENDPOINTS.map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(calls).size).toBe(calls.length);
  });

  it.each(entries)('%s is named after its feature', (id) => {
    expect(id).toMatch(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/);
  });

  it.each(entries)('%s has a schema for each parameter of its path', (_id, { path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {}).sort()).toEqual(named.sort());
  });

  it.each(entries)('%s says who may call it', (_id, { permission }) => {
    if (permission.by === 'storage') expect(permission.action).toMatch(/^(s3|admin|kms):[A-Z]\w+$/);
    if (permission.by === 'anyone') expect(permission.why).not.toBe('');
  });

  it.each(entries)('%s lists errors of the table, each once', (_id, { errors }) => {
    expect(new Set(errors).size).toBe(errors.length);
    for (const code of errors) expect(ERRORS).toHaveProperty(code);
  });

  it.each(entries)('%s lists the errors that its permission brings', (_id, endpoint) => {
    const { permission, errors } = endpoint;
    if (permission.by !== 'anyone') expect(errors).toContain('SessionRequired');
    if (permission.by === 'storage') expect(errors).toContain('AccessDenied');
  });

  it.each(entries)('%s reads only without a body', (_id, { method, body }) => {
    if (method === 'GET') expect(body).toBeUndefined();
  });
});

describe('the stream table', () => {
  it('has every id and every path once', () => {
    for (const values of [STREAMS.map(({ id }) => id), STREAMS.map(({ path }) => path)]) {
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it.each(STREAMS.map((one) => [one.id, one] as const))('%s is declared whole', (id, one) => {
    const named = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(id).toMatch(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/);
    expect(Object.keys(one.params?.shape ?? {}).sort()).toEqual(named.sort());
    expect(Object.keys(one.message.shape)).not.toContain('missed');
  });
});
