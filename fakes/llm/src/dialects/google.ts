import { randomUUID } from 'node:crypto'
import {
  type Answer,
  type CompletionRequest,
  type Dialect,
  type ErrorAnswer,
  type Incoming,
  joinTextParts,
  splitForStreaming,
} from '../dialect.ts'
import { isRecord } from '../json.ts'
import type { Schema } from '../schema.ts'

/** generateContent: https://ai.google.dev/api/generate-content */
export const google: Dialect = {
  name: 'google',
  serves: ({ method, path }) => (method === 'GET' ? path === '/v1beta/models' : callPattern.test(path)),
  keyOf: ({ headers, query }) => headers['x-goog-api-key']?.toString() ?? query.get('key') ?? undefined,
  models: names => ({
    models: names.map(name => ({
      name: `models/${name}`,
      displayName: name,
      supportedGenerationMethods: ['generateContent'],
    })),
  }),
  parse,
  completeBody: (request, answer) =>
    chunk(request, answer, isEmpty(answer) ? [] : [answer.text], finishReasonOf(answer)),
  events,
  errors: {
    key: given =>
      given === undefined
        ? failed(
            403,
            "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity.",
          )
        : failed(400, 'API key not valid. Please pass a valid API key.', [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'API_KEY_INVALID',
              domain: 'googleapis.com',
            },
          ]),
    json: () => failed(400, 'Invalid JSON payload received. Unexpected end of string.'),
    model: name =>
      failed(404, `models/${name} is not found for API version v1beta, or is not supported for generateContent.`),
    status: status =>
      failed(
        status,
        status === 429 ? 'Resource has been exhausted (e.g. check quota).' : 'The service is currently unavailable.',
      ),
  },
}

const callPattern = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

/** RPC status names by HTTP status. */
const statusNames = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
])

function parse({ path, query }: Incoming, body: unknown): CompletionRequest | ErrorAnswer {
  const [, model = '', method] = callPattern.exec(path) ?? []
  const isStreamed = method === 'streamGenerateContent'
  if (isStreamed && query.get('alt') !== 'sse')
    return failed(501, 'The fake streams server-sent events only: set alt=sse.')
  if (!isRecord(body)) return google.errors.json()
  const { contents, systemInstruction, generationConfig } = body
  if (!Array.isArray(contents) || contents.length === 0)
    return failed(400, '* GenerateContentRequest.contents: contents is not specified\n')
  if (!contents.every(content => isRecord(content) && Array.isArray(content.parts) && content.parts.length > 0))
    return failed(400, '* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.\n')
  if (contents.some(({ role }) => role !== undefined && role !== 'user' && role !== 'model'))
    return failed(400, 'Please use a valid role: user, model.')
  const config = isRecord(generationConfig) ? generationConfig : {}
  const schema = (config.responseJsonSchema ?? config.responseSchema) as Schema | undefined
  const isJson = config.responseMimeType === 'application/json'
  if (schema && !isJson)
    return failed(
      400,
      '* GenerateContentRequest.generation_config.response_mime_type: must be application/json with a response schema\n',
    )
  return {
    model: decodeURIComponent(model),
    system: isRecord(systemInstruction) ? joinTextParts(systemInstruction.parts) : '',
    user: contents
      .filter(({ role }) => role !== 'model')
      .map(({ parts }) => joinTextParts(parts))
      .join('\n'),
    isStreamed,
    form: isJson ? { schema } : undefined,
    maxTokens: typeof config.maxOutputTokens === 'number' ? config.maxOutputTokens : undefined,
  }
}

function events(request: CompletionRequest, answer: Answer): string[] {
  const responseId = randomUUID()
  const pieces = isEmpty(answer) ? [] : splitForStreaming(answer.text)
  return [
    ...pieces.map(piece => chunk(request, answer, [piece])),
    chunk(request, answer, [], finishReasonOf(answer)),
  ].map(data => `data: ${JSON.stringify({ ...data, responseId })}\r\n\r\n`)
}

const chunk = ({ model }: CompletionRequest, answer: Answer, texts: string[], finishReason?: string) => ({
  candidates: [
    {
      // A blocked answer has no content.
      ...(isEmpty(answer) && answer.ending === 'refusal'
        ? {}
        : { content: { role: 'model', ...(texts.length > 0 ? { parts: texts.map(text => ({ text })) } : {}) } }),
      ...(finishReason ? { finishReason } : {}),
      index: 0,
    },
  ],
  usageMetadata: {
    promptTokenCount: answer.promptTokens,
    candidatesTokenCount: answer.completionTokens,
    totalTokenCount: answer.promptTokens + answer.completionTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: answer.promptTokens }],
  },
  modelVersion: model,
  responseId: randomUUID(),
})

const isEmpty = ({ text, ending }: Answer): boolean => text === '' || ending === 'refusal'

const finishReasonOf = ({ ending }: Answer): string =>
  ({ stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' })[ending]

const failed = (code: number, message: string, details?: object[]): ErrorAnswer => ({
  status: code,
  body: { error: { code, message, status: statusNames.get(code) ?? 'UNKNOWN', ...(details ? { details } : {}) } },
})
