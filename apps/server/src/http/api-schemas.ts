import { type OpenAPIRegistry, type RouteConfig, zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { accountExport } from '@recaps/contract/account'
import { authResponse, exchangeResponse } from '@recaps/contract/auth'
import { feedbackEntry } from '@recaps/contract/feedback'
import { notice } from '@recaps/contract/notices'
import { hiddenChannel } from '@recaps/contract/popular'
import type { RouteDefinition } from '@recaps/contract/route'
import { channelPreview, channelState, newVideo, run, schedule, uploadFilters } from '@recaps/contract/schedules'
import { errorResponse, failureCode, pagination } from '@recaps/contract/schemas'
import {
  changePreview,
  invoice,
  monthlyUsage,
  paymentSetup,
  plan,
  storeSetup,
  userSubscription,
} from '@recaps/contract/subscriptions'
import {
  answerPart,
  preview,
  summarizedChannel,
  summary,
  summaryEvent,
  summaryItem,
  usageEntry,
  videoInfo,
} from '@recaps/contract/summaries'
import { content, sentence, transcript } from '@recaps/contract/summary-content'
import { session, settings, uploadTarget, user } from '@recaps/contract/users'
import { voice } from '@recaps/contract/voices'
import { channelSearchResult, videoChannel } from '@recaps/contract/youtube'
import type { z } from 'zod'

/**
 * Schemas with a name in the API document, so that generated clients have a type for each; the others are inlined. Nested
 * schemas come first, and all of them before the calls: if the generator first sees a schema where it is nullable, it makes
 * it nullable everywhere.
 */
const named = {
  FailureCode: failureCode,
  ErrorResponse: errorResponse,
  Pagination: pagination,
  Plan: plan,
  User: user,
  AuthResponse: authResponse,
  ExchangeResponse: exchangeResponse,
  AccountExport: accountExport,
  UploadTarget: uploadTarget,
  Session: session,
  Settings: settings,
  Notice: notice,
  MonthlyUse: monthlyUsage,
  PaymentSetup: paymentSetup,
  StoreSetup: storeSetup,
  UserSubscription: userSubscription,
  ChangePreview: changePreview,
  Invoice: invoice,
  VideoChannel: videoChannel,
  FoundChannel: channelSearchResult,
  Voice: voice,
  VideoInfo: videoInfo,
  Sentence: sentence,
  SummaryContent: content,
  Transcript: transcript,
  SummaryItem: summaryItem,
  Summary: summary,
  SummaryEvent: summaryEvent,
  AnswerPart: answerPart,
  Preview: preview,
  SummarizedChannel: summarizedChannel,
  UsageEntry: usageEntry,
  HiddenChannel: hiddenChannel,
  UploadFilters: uploadFilters,
  ChannelState: channelState,
  Run: run,
  Schedule: schedule,
  ChannelPreview: channelPreview,
  NewVideo: newVideo,
  FeedbackEntry: feedbackEntry,
}

export function namedSchemas(): OpenAPIRegistry['definitions'] {
  return Object.entries(named).map(([refId, schema]) => {
    zodToOpenAPIRegistry.add(schema, { _internal: { refId } })
    return { type: 'schema', schema }
  })
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

/** Bodies that the contract does not describe: files, and requests in the formats of payment providers and Apple. */
const rawBody = (type: string) => ({
  [type]: {
    schema:
      type === 'application/octet-stream'
        ? { type: 'string' as const, format: 'binary' }
        : { type: 'object' as const, additionalProperties: true },
  },
})

export function documentedRequest({ params, query, body, consumes }: RouteDefinition): RouteConfig['request'] {
  return {
    ...(params ? { params: params as never } : {}),
    ...(query ? { query: query as never } : {}),
    ...(body ? { body: { content: json(body), required: !body.safeParse(undefined).success } } : {}),
    ...(consumes ? { body: { content: rawBody(consumes), required: true } } : {}),
  }
}

const descriptions: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: the work continues in the background.',
  204: 'Done, without a body.',
  302: 'Redirect to the sign-in provider.',
  303: 'Redirect to the app.',
}

export function documentedResponses(route: RouteDefinition): RouteConfig['responses'] {
  const successes = Object.entries(route.responses).map(([status, schema]) => [
    status,
    {
      description: descriptions[status]!,
      ...(status.startsWith('3') ? { headers: { Location: { schema: { type: 'string' } } } } : {}),
      ...(schema ? { content: contentOf(route, schema) } : {}),
    },
  ])
  return {
    ...Object.fromEntries(successes),
    '4XX': { description: 'The request was rejected.', content: json(errorResponse) },
    '5XX': { description: 'The server or an external service failed.', content: json(errorResponse) },
  }
}

/** For event streams, the document has the schema of one event, as is usual: OpenAPI 3.1 cannot describe a stream. */
function contentOf({ produces = [] }: RouteDefinition, schema: z.ZodType) {
  const types = [produces].flat()
  if (types.includes('text/event-stream')) return { 'text/event-stream': { schema } }
  return { ...json(schema), ...Object.fromEntries(types.map(type => [type, { schema: { type: 'string' as const } }])) }
}

interface Json {
  [key: string]: unknown
}

/** Fixes nullable schemas that the generator gets wrong. */
export function fixNulls<T>(part: T): T {
  if (Array.isArray(part)) return part.map(fixNulls) as T
  if (typeof part !== 'object' || part === null) return part
  const fixed = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fixNulls(value)])) as Json
  if (fixed.in === 'query') return { ...fixed, schema: withoutNull(fixed.schema as Json) } as T
  return orNull(fixed) as T
}

/** Optional fields may be null in JSON, but a URL has no null, so query parameters can only be omitted. */
function withoutNull({ type, enum: values, ...rest }: Json): Json {
  const types = [type].flat().filter(name => name !== 'null')
  const enumWithoutNull = Array.isArray(values) ? { enum: values.filter(value => value !== null) } : {}
  return { type: types.length === 1 ? types[0] : types, ...enumWithoutNull, ...rest }
}

/** The generator writes a nullable reference as `allOf` of both, which nothing satisfies, and a nullable literal without null. */
function orNull(schema: Json): Json {
  const [reference, rest] = Array.isArray(schema.allOf) ? (schema.allOf as Json[]) : []
  if (reference?.$ref && isNullable(rest)) return { anyOf: [reference, { type: 'null' }] }
  const { enum: values } = schema
  return isNullable(schema) && Array.isArray(values) && !values.includes(null)
    ? { ...schema, enum: [...values, null] }
    : schema
}

const isNullable = (schema: Json | undefined): boolean => Array.isArray(schema?.type) && schema.type.includes('null')
