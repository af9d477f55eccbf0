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
import { isRecord, parseJson } from '../json.ts'
import { type Schema, strictSchemaError } from '../schema.ts'

/** Messages: https://docs.anthropic.com/en/api/messages */
export const anthropic: Dialect = {
  name: 'anthropic',
  serves: ({ method, path, headers }) =>
    method === 'GET' ? path === '/v1/models' && !!headers['anthropic-version'] : path === '/v1/messages',
  keyOf: ({ headers }) => headers['x-api-key']?.toString() ?? /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  models: names => ({
    data: names.map(id => ({ type: 'model', id, display_name: id, created_at: '2025-06-15T00:00:00Z' })),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
  parse,
  completeBody: (request, answer) => {
    const block = blockOf(request, answer)
    return {
      ...envelope(request),
      content: block ? [block.whole] : [],
      stop_reason: stopOf(answer, block),
      usage: usageOf(answer),
    }
  },
  events,
  errors: {
    key: given =>
      failed(401, 'authentication_error', given === undefined ? 'x-api-key header is required' : 'invalid x-api-key'),
    json: () => invalid('The request body is not valid JSON'),
    model: name => failed(404, 'not_found_error', `model: ${name}`),
    status: status =>
      failed(status, errorTypes.get(status) ?? 'api_error', status === 529 ? 'Overloaded' : `Error ${status}`),
  },
}

const errorTypes = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [529, 'overloaded_error'],
])

function parse({ headers }: Incoming, body: unknown): CompletionRequest | ErrorAnswer {
  if (!headers['anthropic-version']) return invalid('anthropic-version: header is required')
  if (!isRecord(body)) return invalid('Input should be a valid dictionary')
  const { model, messages, max_tokens, stream, system } = body
  if (typeof model !== 'string') return invalid('model: Field required')
  if (typeof max_tokens !== 'number') return invalid('max_tokens: Field required')
  if (!Array.isArray(messages)) return invalid('messages: Field required')
  if (messages.length === 0) return invalid('messages: at least one message is required')
  const invalidIndex = messages.findIndex(
    message => !isRecord(message) || !['user', 'assistant'].includes(String(message.role)),
  )
  if (invalidIndex >= 0) return invalid(`messages.${invalidIndex}.role: Input should be 'user' or 'assistant'`)
  const form = formOf(body)
  if (form && 'status' in form) return form
  return {
    model,
    form,
    system: joinTextParts(system),
    user: messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => joinTextParts(content))
      .join('\n'),
    isStreamed: stream === true,
    maxTokens: max_tokens,
  }
}

/** A schema comes as the form of the answer, under its new name or its old one, or as the input of a tool that must be used. */
function formOf({
  output_config,
  output_format,
  tools,
  tool_choice,
}: Record<string, unknown>): CompletionRequest['form'] | ErrorAnswer {
  const format = (isRecord(output_config) ? output_config.format : undefined) ?? output_format
  if (isRecord(format)) {
    if (format.type !== 'json_schema' || !isRecord(format.schema))
      return invalid('output_config.format: Input should be a valid json_schema')
    const loose = strictSchemaError(format.schema, false)
    return loose ? invalid(`output_config.format.schema: ${loose}`) : { schema: format.schema }
  }
  const choice = isRecord(tool_choice) ? tool_choice : {}
  const offered = (Array.isArray(tools) ? tools : []).filter(isRecord)
  const tool = offered.find(
    ({ name }) => choice.type === 'any' || name === (choice.type === 'tool' ? choice.name : 'json'),
  )
  return tool && choice.type !== 'none' ? { schema: tool.input_schema as Schema, tool: String(tool.name) } : undefined
}

interface Block {
  type: 'text' | 'tool_use'
  /** The block at the start of a stream, and the complete one. */
  begun: object
  whole: object
  delta: (piece: string) => object
}

/** Refusals and empty answers have no block. Truncated JSON cannot be a tool's input, so it is sent as text. */
function blockOf({ form, isStreamed }: CompletionRequest, { text, ending }: Answer): Block | undefined {
  if (text === '' || ending === 'refusal') return undefined
  const input = form?.tool ? parseJson(text) : undefined
  if (form?.tool && (isStreamed || input !== undefined)) {
    const begun = { type: 'tool_use', id: `toolu_${randomUUID().replaceAll('-', '')}`, name: form.tool, input: {} }
    return {
      type: 'tool_use',
      begun,
      whole: { ...begun, input },
      delta: partial_json => ({ type: 'input_json_delta', partial_json }),
    }
  }
  return {
    type: 'text',
    begun: { type: 'text', text: '' },
    whole: { type: 'text', text },
    delta: piece => ({ type: 'text_delta', text: piece }),
  }
}

function events(request: CompletionRequest, answer: Answer): string[] {
  const block = blockOf(request, answer)
  const message = {
    ...envelope(request),
    content: [],
    stop_reason: null,
    usage: { ...usageOf(answer), output_tokens: 1 },
  }
  return [
    { type: 'message_start', message },
    ...(block
      ? [
          { type: 'content_block_start', index: 0, content_block: block.begun },
          { type: 'ping' },
          ...splitForStreaming(answer.text).map(piece => ({
            type: 'content_block_delta',
            index: 0,
            delta: block.delta(piece),
          })),
          { type: 'content_block_stop', index: 0 },
        ]
      : []),
    {
      type: 'message_delta',
      delta: { stop_reason: stopOf(answer, block), stop_sequence: null },
      usage: { output_tokens: answer.completionTokens },
    },
    { type: 'message_stop' },
  ].map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}

const envelope = ({ model }: CompletionRequest) => ({
  id: `msg_${randomUUID().replaceAll('-', '')}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
})

function stopOf({ ending }: Answer, block: Block | undefined): string {
  if (ending === 'refusal') return 'refusal'
  if (ending === 'length') return 'max_tokens'
  return block?.type === 'tool_use' ? 'tool_use' : 'end_turn'
}

const usageOf = ({ promptTokens, completionTokens }: Answer) => ({
  input_tokens: promptTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: completionTokens,
})

const invalid = (message: string): ErrorAnswer => failed(400, 'invalid_request_error', message)

const failed = (status: number, type: string, message: string): ErrorAnswer => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: `req_${randomUUID().replaceAll('-', '')}` },
})
