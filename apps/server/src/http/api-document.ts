import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { RouteDefinition } from '@recaps/contract/route'
import { apiVersion, routes } from '@recaps/contract/routes'
import { errorResponse } from '@recaps/contract/schemas'
import { html } from 'hono/html'
import type { z } from 'zod'

export type ApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

export const contractRoutes = (): RouteDefinition[] =>
  Object.values(routes).flatMap(verbs => Object.values(verbs as Record<string, RouteDefinition>))

/** Every call of the contract, as `GET /api/summaries`: what a server must have bound before it serves. */
export const contractCalls = (): string[] => contractRoutes().map(route => `${route.method} ${route.path}`)

/** The OpenAPI 3.1 description of the contract. */
export function apiDocument({ productName, publicUrl }: { productName: string; publicUrl: string }): ApiDocument {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const route of contractRoutes()) describe(registry, route)
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: `YouTube ${productName}`,
      version: apiVersion,
      description:
        'Every error is answered as { error, code, requestId }: a plain sentence, a code of a closed list, and the id of the request.',
    },
    servers: [{ url: publicUrl }],
  })
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

function describe(registry: OpenAPIRegistry, route: RouteDefinition): void {
  registry.registerPath({
    method: route.method.toLowerCase() as 'get',
    path: route.path,
    summary: route.summary,
    tags: [route.path.startsWith('/api/') ? route.path.split('/')[2]! : 'health'],
    ...(route.access === 'user' ? { security: [{ bearer: [] }] } : {}),
    request: {
      ...(route.params ? { params: route.params as never } : {}),
      ...(route.query ? { query: route.query as never } : {}),
      ...(route.body
        ? { body: { content: json(route.body), required: !route.body.safeParse(undefined).success } }
        : {}),
      ...(route.consumes
        ? { body: { content: { [route.consumes]: { schema: { type: 'string', format: 'binary' } } }, required: true } }
        : {}),
    },
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, schema]) => [
          status,
          {
            description: status === '204' ? 'Done' : 'The answer',
            ...(schema
              ? {
                  content: {
                    ...json(schema),
                    ...Object.fromEntries(
                      [route.produces ?? []].flat().map(type => [type, { schema: { type: 'string' as const } }]),
                    ),
                  },
                }
              : {}),
          },
        ]),
      ),
      default: { description: 'A failure', content: json(errorResponse) },
    },
  })
}

interface Operation {
  summary?: string
  security?: unknown[]
}

/** A plain page that lists every call, readable without scripts. */
export function apiReference(document: ApiDocument) {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      ...operation,
    })),
  )
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${document.info.title} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>
<h1>${document.info.title} API ${document.info.version}</h1>
<p>The whole description: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th scope="col">Call</th><th scope="col">What it does</th><th scope="col">Who</th></tr></thead><tbody>
${calls.map(
  call =>
    html`<tr><td><code>${call.method} ${call.path}</code></td><td>${call.summary ?? ''}</td><td>${call.security ? 'signed in' : 'anybody'}</td></tr>`,
)}
</tbody></table></body></html>`
}
