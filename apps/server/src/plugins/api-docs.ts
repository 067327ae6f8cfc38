import { randomBytes } from 'node:crypto';
import { API_PREFIX, type Endpoint } from '@stowage/contract/endpoint';
import { openApiDocument } from '@stowage/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { mountOf } from './mount.ts';
import { pagePolicy } from './security-headers.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
  section { border-top: 1px solid; padding: 0.5rem 0; }
  h2 { font: 600 1rem/1.5 ui-monospace, monospace; margin: 0.5rem 0 0; overflow-wrap: anywhere; }
  p { margin: 0.25rem 0; }
`;

/**
 * Serves the contract as a page at /api/docs and as an OpenAPI document at /api/docs/openapi.json.
 */
export function apiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
): void {
  app.get('/api/docs/openapi.json', async (request, reply) => {
    const document = openApiDocument(endpoints, { version, base: mountOf(request.raw) });
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(document));
  });
  app.get('/api/docs', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(page(endpoints, nonce, mountOf(request.raw)));
  });
}

function page(endpoints: readonly Endpoint[], nonce: string, base: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of the console</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>API of the console</h1>
<p>The schemas are in the <a href="${base}api/docs/openapi.json">OpenAPI document</a>.</p>
${endpoints.map(section).join('\n')}
</main>
</body>
</html>
`;
}

function section({ id, method, path, summary, permission, status, errors }: Endpoint): string {
  const who = permission.by === 'storage' ? permission.action : permission.by;
  const lines = [summary, `Permission: ${who}`, `Answers ${[status, ...errors].join(', ')}`];
  return `<section id="${escapeHtml(id)}">
<h2>${escapeHtml(`${method} ${API_PREFIX}${path}`)}</h2>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
</section>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
