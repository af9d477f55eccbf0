import { randomUUID } from 'node:crypto'
import {
  type Answer,
  type CompletionRequest,
  type Dialect,
  type ErrorAnswer,
  joinTextParts,
  splitForStreaming,
} from '../dialect.ts'
import { isRecord } from '../json.ts'
import { type Schema, strictSchemaError } from '../schema.ts'

/** Chat Completions: https://platform.openai.com/docs/api-reference/chat */
export const openai: Dialect = {
  name: 'openai',
  serves: ({ method, path, headers }) =>
    method === 'GET' ? path === '/v1/models' && !headers['anthropic-version'] : path === '/v1/chat/completions',
  keyOf: ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  models: names => ({
    object: 'list',
    data: names.map(id => ({ id, object: 'model', created: 1_750_000_000, owned_by: 'recaps' })),
  }),
  parse,
  completeBody: (request, answer) => ({
    ...envelope(request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', ...messageContent(answer) },
        logprobs: null,
        finish_reason: finishReasonOf(answer),
      },
    ],
    usage: usageOf(answer),
  }),
  events,
  errors: {
    key: given =>
      given === undefined
        ? failed(401, "You didn't provide an API key.", { type: 'invalid_request_error' })
        : failed(401, `Incorrect API key provided: ${given.slice(0, 3)}***.`, {
            type: 'invalid_request_error',
            code: 'invalid_api_key',
          }),
    json: () => invalid('We could not parse the JSON body of your request.'),
    model: name =>
      failed(404, `The model \`${name}\` does not exist or you do not have access to it.`, {
        type: 'invalid_request_error',
        code: 'model_not_found',
      }),
    status: status =>
      status === 429
        ? failed(429, 'Rate limit reached for requests.', { type: 'requests', code: 'rate_limit_exceeded' })
        : failed(status, 'The server is overloaded or had an error while processing your request.', {
            type: status >= 500 ? 'server_error' : 'invalid_request_error',
          }),
  },
}

function parse(_: unknown, body: unknown): CompletionRequest | ErrorAnswer {
  if (!isRecord(body)) return openai.errors.json()
  const { model, messages, stream, stream_options, max_tokens, max_completion_tokens } = body
  if (typeof model !== 'string') return invalid('you must provide a model parameter')
  if (!Array.isArray(messages))
    return invalid("Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter')
  if (messages.length === 0) return invalid("Invalid 'messages': empty array.", 'messages', 'empty_array')
  const invalidIndex = messages.findIndex(message => !isRecord(message) || !roles.has(String(message.role)))
  if (invalidIndex >= 0)
    return invalid(
      `Invalid value for 'messages[${invalidIndex}].role'.`,
      `messages[${invalidIndex}].role`,
      'invalid_value',
    )
  const textBy = (...senders: string[]) =>
    messages
      .filter(({ role }) => senders.includes(role))
      .map(({ content }) => joinTextParts(content))
      .join('\n')
  const texts = { system: textBy('system', 'developer'), user: textBy('user') }
  const form = formOf(body.response_format, `${texts.system}${texts.user}`)
  if (form && 'status' in form) return form
  const limit = max_completion_tokens ?? max_tokens
  return {
    ...texts,
    model,
    form,
    isStreamed: stream === true,
    maxTokens: typeof limit === 'number' ? limit : undefined,
    withUsage: isRecord(stream_options) && stream_options.include_usage === true,
  }
}

function formOf(format: unknown, promptText: string): CompletionRequest['form'] | ErrorAnswer {
  if (!isRecord(format) || format.type === 'text') return undefined
  if (format.type === 'json_object')
    return /json/i.test(promptText)
      ? {}
      : invalid(
          "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          'messages',
        )
  const { json_schema: jsonSchema } = format
  if (
    format.type !== 'json_schema' ||
    !isRecord(jsonSchema) ||
    !isRecord(jsonSchema.schema) ||
    typeof jsonSchema.name !== 'string'
  )
    return invalid("Missing required parameter: 'response_format.json_schema'.", 'response_format')
  const schema = jsonSchema.schema as Schema
  const loose = jsonSchema.strict === true ? strictSchemaError(schema, true) : undefined
  return loose
    ? invalid(`Invalid schema for response_format '${jsonSchema.name}': ${loose}`, 'response_format')
    : { schema }
}

function events(request: CompletionRequest, answer: Answer): string[] {
  const base = { ...envelope(request, 'chat.completion.chunk'), ...(request.withUsage ? { usage: null } : {}) }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...base,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  const field = answer.ending === 'refusal' ? 'refusal' : 'content'
  return [
    chunk({ role: 'assistant', content: '', refusal: null }),
    ...splitForStreaming(answer.text).map(piece => chunk({ [field]: piece })),
    chunk({}, finishReasonOf(answer)),
    ...(request.withUsage ? [{ ...base, choices: [], usage: usageOf(answer) }] : []),
  ]
    .map(data => `data: ${JSON.stringify(data)}\n\n`)
    .concat('data: [DONE]\n\n')
}

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

const envelope = ({ model }: CompletionRequest, object: string) => ({
  id: `chatcmpl-${randomUUID()}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
  system_fingerprint: 'fp_fake',
})

const messageContent = ({ ending, text }: Answer) =>
  ending === 'refusal' ? { content: null, refusal: text } : { content: text, refusal: null }

const finishReasonOf = ({ ending }: Answer): string => (ending === 'length' ? 'length' : 'stop')

const usageOf = ({ promptTokens, completionTokens }: Answer) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
})

const invalid = (message: string, param: string | null = null, code: string | null = null): ErrorAnswer =>
  failed(400, message, { type: 'invalid_request_error', param, code })

const failed = (
  status: number,
  message: string,
  more: { type: string; param?: string | null; code?: string | null },
): ErrorAnswer => ({
  status,
  body: { error: { message, param: null, code: null, ...more } },
})
