import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { apiDocument } from './apps/server/src/http/api-document.ts'

/** Redocly's own recommendation, but for what is so on purpose. */
const config = await createConfig({
  extends: ['recommended'],
  rules: {
    // Our router takes the path that is written out: `/api/summaries/s/{token}` before `/api/summaries/{id}/view`.
    'no-ambiguous-paths': 'off',
    // Sign-in by Google and Apple answers with redirects alone.
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

const problemsOf = async (document: object): Promise<string[]> => {
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

const document = apiDocument({ productName: 'Recaps', publicUrl: 'https://recaps.app' })

it('has nothing for Redocly to complain about in the API document', async () => {
  expect(await problemsOf(document)).toEqual([])
})

it.each([
  ['operation-operationId', { operationId: undefined }],
  ['security-defined', { security: undefined }],
  ['operation-tag-defined', { tags: ['elsewhere'] }],
  ['operation-operationId-unique', { operationId: 'summariesList' }],
])('has Redocly find an operation that breaks %s', async (rule, broken) => {
  const paths = structuredClone(document.paths) as Record<string, Record<string, object>>
  paths['/health']!.get = { ...paths['/health']!.get, ...broken }
  expect((await problemsOf({ ...document, paths })).join('\n')).toContain(`${rule}:`)
})
