import { API_PREFIX, type Endpoint, openedByLink, SESSION_TOKEN_HEADER } from './endpoint.ts';
import { ErrorBody } from './error-body.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { z } from './zod.ts';

/** A JSON value of the document; OpenAPI's own types would add nothing here. */
type Json = { readonly [name: string]: unknown };

const SESSION_COOKIE = 'session';
const SESSION_TOKEN = 'sessionToken';

/**
 * Returns the OpenAPI 3.1 document of these endpoints. `version` is the console's; `base` is the
 * path that it is served under, with a trailing slash.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { version, base }: { version: string; base: string },
): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stowage console',
      version,
      description: 'The calls between the web app and the console server.',
    },
    servers: [{ url: `${base.slice(0, -1)}${API_PREFIX}` }],
    paths: pathsOf(endpoints),
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: {
        [SESSION_COOKIE]: {
          type: 'apiKey',
          in: 'cookie',
          name: 'stowage',
          description: 'Set by login. Its full name belongs to this one console.',
        },
        [SESSION_TOKEN]: {
          type: 'apiKey',
          in: 'header',
          name: SESSION_TOKEN_HEADER,
          description: 'The sessionId that login returned.',
        },
      },
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint),
    };
  }
  return paths;
}

function operation(endpoint: Endpoint): Json {
  const { id, summary, permission, params, query, body, form } = endpoint;
  const open = permission.by === 'anyone';
  return {
    operationId: id,
    summary,
    description: permissionText(endpoint),
    tags: [id.split('.')[0]],
    security: open ? [] : [sessionSecurity(endpoint)],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body !== undefined && {
      requestBody: { required: true, content: requestContent(body, form) },
    }),
    responses: { [endpoint.status]: success(endpoint), ...failures(endpoint.errors) },
  };
}

function sessionSecurity(endpoint: Endpoint): Json {
  return { [SESSION_COOKIE]: [], ...(!openedByLink(endpoint) && { [SESSION_TOKEN]: [] }) };
}

function permissionText({ permission }: Endpoint): string {
  switch (permission.by) {
    case 'anyone':
      return `Needs no session: ${permission.why}.`;
    case 'session':
      return 'Needs a session.';
    case 'storage':
      return `The storage server decides, with the credentials of the session: ${permission.action}.`;
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

function requestContent(body: NonNullable<Endpoint['body']>, form: string | undefined): Json {
  if (body === 'multipart') {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    return {
      'multipart/form-data': { schema: { type: 'object', additionalProperties: file } },
    };
  }
  if (body === 'bytes') return { 'application/octet-stream': {} };
  const json = { 'application/json': { schema: jsonSchema(body, 'input') } };
  if (form === undefined) return json;
  const fields = { type: 'object', properties: { [form]: { type: 'string' } }, required: [form] };
  return { ...json, 'application/x-www-form-urlencoded': { schema: fields } };
}

function success({ response }: Endpoint): Json {
  if (response === null) return { description: 'Done; there is no content.' };
  if (response === 'bytes') {
    return { description: 'The content.', content: { 'application/octet-stream': {} } };
  }
  return {
    description: 'The answer.',
    content: { 'application/json': { schema: jsonSchema(response, 'output') } },
  };
}

/** Returns one response per status, with the codes and messages that use it. */
function failures(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
