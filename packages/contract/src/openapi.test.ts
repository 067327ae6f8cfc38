import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint, storage } from './endpoint.ts';
import { openApiDocument } from './openapi.ts';
import { ENDPOINTS } from './table.ts';

const example = endpoint({
  id: 'boxes.open',
  method: 'POST',
  path: '/boxes/{box}',
  summary: 'Open a box',
  permission: storage('s3:OpenBox'),
  params: z.object({ box: z.string() }),
  query: z.object({ wide: z.enum(['true', 'false']).optional() }),
  body: z.object({ key: z.string().min(1) }),
  response: z.object({ open: z.boolean() }),
  status: 200,
  errors: ['SessionRequired', 'InvalidLogin', 'AccessDenied'],
});

const documentOf = (...endpoints: readonly Endpoint[]) =>
  openApiDocument(endpoints, { version: '1.2.3', base: '/console/' });

describe('the OpenAPI document', () => {
  it('says what a call takes and gives', () => {
    expect(documentOf(example)).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      servers: [{ url: '/console/api/v1' }],
      paths: {
        '/boxes/{box}': {
          post: {
            operationId: 'boxes.open',
            summary: 'Open a box',
            description: expect.stringContaining('s3:OpenBox'),
            security: [{ session: [], sessionToken: [] }],
            parameters: [
              { name: 'box', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'wide', in: 'query', required: false, schema: { enum: ['true', 'false'] } },
            ],
            requestBody: {
              content: {
                'application/json': {
                  schema: { properties: { key: { type: 'string', minLength: 1 } } },
                },
              },
            },
            responses: {
              200: { content: { 'application/json': { schema: { required: ['open'] } } } },
              401: { description: expect.stringMatching(/^SessionRequired: .* InvalidLogin: /) },
              403: { description: expect.stringMatching(/^AccessDenied: /) },
            },
          },
        },
      },
    });
  });

  it('describes bytes, forms and answers without content', () => {
    const plain = { ...example, id: 'boxes.fill', path: '/fill', params: z.object({}) };
    const { paths } = documentOf(
      { ...plain, body: 'multipart', response: null },
      { ...plain, path: '/empty', body: 'bytes', response: 'bytes' },
    ) as { paths: Record<string, { post: object }> };
    expect(paths['/fill']?.post).toMatchObject({
      requestBody: { content: { 'multipart/form-data': {} } },
      responses: { 200: { description: 'Done; there is no content.' } },
    });
    expect(paths['/empty']?.post).toMatchObject({
      requestBody: { content: { 'application/octet-stream': {} } },
      responses: { 200: { content: { 'application/octet-stream': {} } } },
    });
  });

  it('can be made of the whole table, and is JSON', () => {
    const document = documentOf(...ENDPOINTS);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toContain('$schema');
  });
});
