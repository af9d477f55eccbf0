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
const shapeOf = (schema: unknown) => (schema as Shape).shape as Record<string, z.ZodType>
const bodyOf = ({ body }: { body?: unknown }) => body

/** What answers hold, by the names of the specification (§3); `?` behind one that may be null or absent. */
const answers: [name: string, schema: unknown, fields: string][] = [
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
  ['its thumbnails', videoChannel.shape.thumbnails, 'default medium high'],
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

/** What requests hold; `?` behind what may be left out, also where the specification asks for it and we know a default. */
const requests: [name: string, schema: unknown, fields: string][] = [
  ['Login', loginBody, 'email password'],
  ['Register [spec 3.12]', registerBody, 'email password firstName? lastName?'],
  ['Request reset', bodyOf(auth.requestPasswordReset), 'email'],
  ['Reset password [spec 3.12]', bodyOf(auth.resetPassword), 'token newPassword'],
  ['Social login by Apple [spec 3.12]', appleBody, 'token? identityToken?'],
  ['Profile', profileBody, 'firstName lastName email?'],
  ['Password', passwordBody, 'currentPassword newPassword'],
  ['Upload URL', pictureUploadBody, 'fileType'],
  ['Schedule', newSchedule, 'frequency? startDateTime? type? channelList disabled?'],
  [
    'Purchase subscription [spec 3.14]',
    bodyOf(subscriptions.purchase),
    'subscriptionId paymentMethod transactionId stripeSubscriptionId? isTrial currency',
  ],
  ['Create subscription [spec 3.14]', bodyOf(subscriptions.create), 'subscriptionId paymentMethodId isTrial'],
  ['Payment intent', bodyOf(subscriptions.createPaymentIntent), 'subscriptionId currency'],
  ['Cancel [spec 3.14]', bodyOf(subscriptions.cancel), 'userSubscriptionId'],
  ['Register a device', bodyOf(notifications.registerToken), 'token platform'],
  ['Subscribe to a topic [spec 3.15]', bodyOf(notifications.subscribe), 'token topic'],
  ['Unsubscribe from a topic', bodyOf(notifications.unsubscribe), 'token topic'],
  ['Most viewed [spec 3.16]', mostViewedQuery, 'timeframe limit? page? pageSize?'],
  ['Search [spec 3.16]', searchQuery, 'query page?'],
  ['IdParam', idParam, 'id'],
  ['Url [spec 3.16]', youtube.proxyThumbnail.query, 'url'],
  ['Feedback', feedbackBody, 'subject message email?'],
]

/** The named fields as the schema has them. */
function read(schema: unknown, fields: string): string {
  const shape = shapeOf(schema)
  const written = (name: string) => {
    const field = shape[name]
    if (!field) return `(no ${name})`
    const mayLack = field.safeParse(null).success || field.safeParse(undefined).success
    return mayLack ? `${name}?` : name
  }
  return fields
    .split(' ')
    .map(field => written(field.replace('?', '')))
    .join(' ')
}

describe('the shapes of the specification', () => {
  it.each(answers)('%s is answered with all its fields, null only where it may be', (_, schema, fields) => {
    expect(read(schema, fields)).toBe(fields)
  })

  it.each(requests)('%s is asked with its fields', (_, schema, fields) => {
    expect(read(schema, fields)).toBe(fields)
  })
})

describe('the two forms of a summary request [spec 3.13, 5.8]', () => {
  const accepts = (body: object) => summaries.request.body.safeParse(body).success

  it.each([
    [{ urlOrId: 'aBcDeFgHiJk', type: 'youtube' }],
    [{ urlOrId: 'aBcDeFgHiJk', type: 'youtube', maxLength: 10_000 }],
    [{ urlOrId: 'aBcDeFgHiJk', type: 'youtube', maxLength: null }],
    [{ videoUrl: 'https://youtu.be/aBcDeFgHiJk', type: 'youtube' }],
  ])('%j is one', body => expect(accepts(body)).toBe(true))

  it.each([
    [{ urlOrId: 'aBcDeFgHiJk' }],
    [{ type: 'youtube' }],
    [{ videoUrl: 'x' }],
    [{ urlOrId: '', type: 'youtube' }],
  ])('%j is none', body => expect(accepts(body)).toBe(false))
})

describe('what must be so long, or of a form', () => {
  const reset = (newPassword: string) => auth.resetPassword.body.safeParse({ token: 'x', newPassword }).success
  const asked = (email: string) => auth.requestPasswordReset.body.safeParse({ email }).success

  it('a new password has at least 8 characters [spec 5.7]', () => {
    expect([reset('1234567'), reset('12345678')]).toEqual([false, true])
  })

  it('an address is one', () => {
    expect([asked(''), asked('ada@'), asked('ada@example.com')]).toEqual([false, false, true])
  })

  it('feedback needs a subject and a message, and no address; one that is given is one [spec 5.10]', () => {
    const accepts = (body: object) => feedbackBody.safeParse(body).success
    expect(accepts({ subject: 'A', message: 'B' })).toBe(true)
    expect(accepts({ subject: 'A', message: 'B', email: null })).toBe(true)
    expect(accepts({ subject: 'A', message: 'B', email: 'ada@' })).toBe(false)
    expect([accepts({ subject: 'A' }), accepts({ message: 'B' })]).toEqual([false, false])
  })

  it('the most viewed need a timeframe [spec 5.11]', () => {
    expect(mostViewedQuery.safeParse({}).success).toBe(false)
    expect(mostViewedQuery.safeParse({ timeframe: 'week' }).success).toBe(true)
  })
})

it('the lists of names are those of the specification [spec 3.8]', () => {
  expect(contentTypes.join(' ')).toBe('youtube all podcast news sports music movies tv games anime blog autoblog')
  expect(frequencies.join(' ')).toBe('daily alternate_days weekly biweekly monthly')
  expect(planIds.join(' ')).toBe('free basic premium pro ultimate')
})
