import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { RouteDefinition } from '@recaps/contract/route'
import { apiVersion, featureDescriptions, routes } from '@recaps/contract/routes'
import { html } from 'hono/html'
import { documentedRequest, documentedResponses, fixNulls, namedSchemas } from './api-schemas.ts'

export type ApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

interface NamedRoute extends RouteDefinition {
  feature: string
  /** The name of the call in the typed client as one word: `summaries.request` becomes `summariesRequest`. */
  operationId: string
}

const namedRoutes = (): NamedRoute[] =>
  Object.entries(routes).flatMap(([feature, verbs]) =>
    Object.entries(verbs as Record<string, RouteDefinition>).map(([verb, route]) => ({
      ...route,
      feature,
      operationId: `${feature}${verb[0]!.toUpperCase()}${verb.slice(1)}`,
    })),
  )

export const contractRoutes = (): RouteDefinition[] => namedRoutes()

/** Every call of the contract, such as `GET /api/summaries`. A server must bind all of them before it starts to listen. */
export const contractCalls = (): string[] => contractRoutes().map(route => `${route.method} ${route.path}`)

/** The OpenAPI 3.1 description of the contract. */
export function apiDocument({ productName, publicUrl }: { productName: string; publicUrl: string }): ApiDocument {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const route of namedRoutes()) describe(registry, route)
  const { webhooks, ...document } = new OpenApiGeneratorV31([
    ...namedSchemas(),
    ...registry.definitions,
  ]).generateDocument({
    openapi: '3.1.0',
    info: {
      title: `YouTube ${productName}`,
      version: apiVersion,
      description:
        'Every error response is { error, code, requestId }: a plain sentence, one of a fixed list of codes, and the id of the request.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(featureDescriptions).map(([name, description]) => ({ name, description })),
  })
  return fixNulls(document)
}

function describe(registry: OpenAPIRegistry, route: NamedRoute): void {
  registry.registerPath({
    method: route.method.toLowerCase() as 'get',
    path: route.path,
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.feature],
    security: route.access === 'user' ? [{ bearer: [] }] : [],
    request: documentedRequest(route),
    responses: documentedResponses(route),
  })
}

interface Operation {
  summary?: string
  security?: unknown[]
}

/** A plain page that lists every call and works without scripts. */
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
<p>Full description: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th scope="col">Call</th><th scope="col">Description</th><th scope="col">Access</th></tr></thead><tbody>
${calls.map(
  call =>
    html`<tr><td><code>${call.method} ${call.path}</code></td><td>${call.summary ?? ''}</td><td>${call.security?.length ? 'logged in' : 'public'}</td></tr>`,
)}
</tbody></table></body></html>`
}
