import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { apiDocument } from './apps/server/src/http/api-document.ts'

/** Redocly's recommended rules, without those we break on purpose. */
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Our router prefers literal path segments: `/api/summaries/s/{token}` over `/api/summaries/{id}/view`.
    'no-ambiguous-paths': 'off',
    // Sign-in with Google and Apple only answers with redirects.
    'operation-2xx-response': 'off',
    'operation-operationId': 'error',
    'operation-operationId-unique': 'error',
    'operation-operationId-url-safe': 'error',
    'operation-tag-defined': 'error',
    'operation-singular-tag': 'error',
    'tag-description': 'error',
    'no-unused-components': 'error',
    'path-parameters-defined': 'error',
  },
})

const lintDocument = async (document: object): Promise<string[]> => {
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

const document = apiDocument({ productName: 'Recaps', publicUrl: 'https://recaps.app' })

it('the API document passes the Redocly linter', async () => {
  expect(await lintDocument(document)).toEqual([])
})

it.each([
  ['operation-operationId', { operationId: undefined }],
  ['security-defined', { security: undefined }],
  ['operation-tag-defined', { tags: ['elsewhere'] }],
  ['operation-operationId-unique', { operationId: 'summariesList' }],
])('the Redocly linter reports an operation that breaks %s', async (rule, broken) => {
  const paths = structuredClone(document.paths) as Record<string, Record<string, object>>
  paths['/health']!.get = { ...paths['/health']!.get, ...broken }
  expect((await lintDocument({ ...document, paths })).join('\n')).toContain(`${rule}:`)
})
