import { contentTypes, frequencies, planIds } from '@recaps/domain/plans'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { appleBody, auth, authResponse, loginBody, registerBody } from './auth.ts'
import { feedback, feedbackBody, feedbackEntry } from './feedback.ts'
import { notifications } from './notifications.ts'
import { newSchedule, schedule } from './schedules.ts'
import { errorResponse, idParam, pagination } from './schemas.ts'
import { plan, subscriptions, userSubscription } from './subscriptions.ts'
import { mostViewedQuery, summaries, summary, videoInfo } from './summaries.ts'
import { passwordBody, pictureUploadBody, profileBody, uploadTarget, user } from './users.ts'
import { channelSearchResponse, searchQuery, searchResponse, videoChannel, youtube } from './youtube.ts'

type Shape = z.ZodObject<z.ZodRawShape>
const getShape = (schema: unknown) => (schema as Shape).shape as Record<string, z.ZodType>
const getBody = ({ body }: { body?: unknown }) => body

/** Response fields by their names in the specification (§3). `?` marks fields that may be null or missing. */
const responses: [name: string, schema: unknown, fields: string][] = [
  [
    'User [spec 3.1]',
    user,
    'id email firstName? lastName? profilePicture? timezone dstEnabled dstStart? dstEnd? subscriptions',
  ],
  ['Auth response [spec 3.4]', authResponse, 'user token'],
  [
    'Subscription plan [spec 3.5]',
    plan,
    'id price stripeProductId stripePriceId title type summariesPerMonth communityReadsPerMonth aiInteraction channelLimit allowedFrequencies offersFreeTrial createdAt updatedAt',
  ],
  [
    'User subscription [spec 3.6]',
    userSubscription,
    'id userId subscriptionId type startDate endDate? status paymentMethod transactionId amount currency stripeSubscriptionId? isTrial createdAt updatedAt?',
  ],
  [
    'Summary [spec 3.7]',
    summary,
    'id userId summary type audioUrl? viewCount createdAt updatedAt deleted error? videoInfo',
  ],
  [
    'videoInfo [spec 3.7]',
    videoInfo,
    'videoId videoUrl? title channel description? thumbnailUrl? duration? viewCount?',
  ],
  ['Schedule [spec 3.8]', schedule, 'id userId type channelList frequency startDateTime disabled'],
  ['Video channel [spec 3.9]', videoChannel, 'id title description thumbnails'],
  ['Video channel thumbnails', videoChannel.shape.thumbnails, 'default medium high'],
  ['List of channels or videos', searchResponse, 'items nextPageToken?'],
  ['List of channels', channelSearchResponse, 'items nextPageToken?'],
  ['Pagination [spec 3.10]', pagination, 'total page pageSize totalPages hasNextPage hasPreviousPage'],
  ['Popular summaries [spec 3.10]', summaries.mostViewed.responses[200], 'data pagination'],
  ['Feedback [spec 3.11]', feedbackEntry, 'id email? subject message createdAt updatedAt?'],
  ['Feedback response [spec 3.11]', feedback.send.responses[200], 'success message data'],
  ['Upload URL [spec 3.16]', uploadTarget, 'uploadUrl fileUrl'],
  [
    'Payment intent [spec 3.14]',
    subscriptions.createPaymentIntent.responses[200],
    'paymentIntent ephemeralKey customer stripeSubscriptionId',
  ],
  ['Image response [spec 3.17]', youtube.proxyThumbnail.responses[200], 'image'],
  ['Error response [spec 3.17]', errorResponse, 'error'],
]

/** Request fields. `?` marks fields that may be missing, including fields required by the specification that have a default here. */
const requests: [name: string, schema: unknown, fields: string][] = [
  ['Login', loginBody, 'email password'],
  ['Register [spec 3.12]', registerBody, 'email password firstName? lastName?'],
  ['Request reset', getBody(auth.requestPasswordReset), 'email'],
  ['Reset password [spec 3.12]', getBody(auth.resetPassword), 'token newPassword'],
  ['Social login by Apple [spec 3.12]', appleBody, 'token? identityToken?'],
  ['Profile', profileBody, 'firstName lastName email?'],
  ['Password', passwordBody, 'currentPassword newPassword'],
  ['Upload URL', pictureUploadBody, 'fileType'],
  ['Schedule', newSchedule, 'frequency? startDateTime? type? channelList disabled?'],
  [
    'Purchase subscription [spec 3.14]',
    getBody(subscriptions.purchase),
    'subscriptionId paymentMethod transactionId stripeSubscriptionId? isTrial currency',
  ],
  ['Create subscription [spec 3.14]', getBody(subscriptions.create), 'subscriptionId paymentMethodId isTrial'],
  ['Payment intent', getBody(subscriptions.createPaymentIntent), 'subscriptionId currency'],
  ['Cancel [spec 3.14]', getBody(subscriptions.cancel), 'userSubscriptionId'],
  ['Register a device', getBody(notifications.registerToken), 'token platform'],
  ['Subscribe to a topic [spec 3.15]', getBody(notifications.subscribe), 'token topic'],
  ['Unsubscribe from a topic', getBody(notifications.unsubscribe), 'token topic'],
  ['Most viewed [spec 3.16]', mostViewedQuery, 'timeframe limit? page? pageSize?'],
  ['Search [spec 3.16]', searchQuery, 'query page?'],
  ['IdParam', idParam, 'id'],
  ['Url [spec 3.16]', youtube.proxyThumbnail.query, 'url'],
  ['Feedback', feedbackBody, 'subject message email?'],
]

/** Lists the named fields as the schema defines them, in the notation of the tables above. */
function describeFields(schema: unknown, fields: string): string {
  const shape = getShape(schema)
  const describeField = (name: string) => {
    const field = shape[name]
    if (!field) return `(no ${name})`
    const isOptional = field.safeParse(null).success || field.safeParse(undefined).success
    return isOptional ? `${name}?` : name
  }
  return fields
    .split(' ')
    .map(field => describeField(field.replace('?', '')))
    .join(' ')
}

describe('request and response fields of the specification', () => {
  it.each(responses)('the response has all specified fields, null only where allowed: %s', (_, schema, fields) => {
    expect(describeFields(schema, fields)).toBe(fields)
  })

  it.each(requests)('the request has all specified fields: %s', (_, schema, fields) => {
    expect(describeFields(schema, fields)).toBe(fields)
  })
})

describe('the two forms of a summary request [spec 3.13, 5.8]', () => {
  const accepts = (body: object) => summaries.request.body.safeParse(body).success

  it.each([
    [{ urlOrId: 'aBcDeFgHiJk', type: 'youtube' }],
    [{ urlOrId: 'aBcDeFgHiJk', type: 'youtube', maxLength: 10_000 }],
    [{ urlOrId: 'aBcDeFgHiJk', type: 'youtube', maxLength: null }],
    [{ videoUrl: 'https://youtu.be/aBcDeFgHiJk', type: 'youtube' }],
  ])('the summary request schema accepts %j', body => expect(accepts(body)).toBe(true))

  it.each([
    [{ urlOrId: 'aBcDeFgHiJk' }],
    [{ type: 'youtube' }],
    [{ videoUrl: 'x' }],
    [{ urlOrId: '', type: 'youtube' }],
  ])('the summary request schema rejects %j', body => expect(accepts(body)).toBe(false))
})

describe('length and format rules', () => {
  const acceptsPassword = (newPassword: string) =>
    auth.resetPassword.body.safeParse({ token: 'x', newPassword }).success
  const acceptsEmail = (email: string) => auth.requestPasswordReset.body.safeParse({ email }).success

  it('a new password needs at least 8 characters [spec 5.7]', () => {
    expect([acceptsPassword('1234567'), acceptsPassword('12345678')]).toEqual([false, true])
  })

  it('a password reset request needs a valid email address', () => {
    expect([acceptsEmail(''), acceptsEmail('ada@'), acceptsEmail('ada@example.com')]).toEqual([false, false, true])
  })

  it('feedback needs a subject and a message; its email is optional but must be valid [spec 5.10]', () => {
    const accepts = (body: object) => feedbackBody.safeParse(body).success
    expect(accepts({ subject: 'A', message: 'B' })).toBe(true)
    expect(accepts({ subject: 'A', message: 'B', email: null })).toBe(true)
    expect(accepts({ subject: 'A', message: 'B', email: 'ada@' })).toBe(false)
    expect([accepts({ subject: 'A' }), accepts({ message: 'B' })]).toEqual([false, false])
  })

  it('the query for most viewed summaries requires a timeframe [spec 5.11]', () => {
    expect(mostViewedQuery.safeParse({}).success).toBe(false)
    expect(mostViewedQuery.safeParse({ timeframe: 'week' }).success).toBe(true)
  })
})

it('content types, frequencies and plan ids match the specification [spec 3.8]', () => {
  expect(contentTypes.join(' ')).toBe('youtube all podcast news sports music movies tv games anime blog autoblog')
  expect(frequencies.join(' ')).toBe('daily alternate_days weekly biweekly monthly')
  expect(planIds.join(' ')).toBe('free basic premium pro ultimate')
})
