import {
  type CountedEvent,
  failures,
  type Preset,
  type Rating,
  type Summary,
  type SummaryItem,
  type User,
  type VideoChannel,
  videoFailureSentence,
} from '@recaps/contract'
import { aiInteractionSentence } from '@recaps/domain/quota'
import { parseVideoLink } from '@recaps/domain/video-url'
import { toSummaryItem } from '../../features/summaries/cache.ts'
import { countChannels } from '../../features/summaries/history/model.ts'
import { accountHandlers } from './account-handlers.ts'
import { communityHandlers, openPopular, popularVideo } from './community-handlers.ts'
import { HandlerFailure, type Handlers, type Input } from './handler.ts'
import { notificationHandlers } from './notification-handlers.ts'
import { paymentHandlers } from './payment-handlers.ts'
import { pushHandlers } from './push-handlers.ts'
import { sampleSummary, unwritten } from './samples.ts'
import { scheduleHandlers } from './schedule-handlers.ts'
import { activePlanOf, monthUsage, sampleUser, type World } from './world.ts'

/** Memory handlers for all routes of the contract. */
export function createHandlers(world: World, change: (id: number, change: Partial<Summary>) => void): Handlers {
  const summaryOf = (input: Input): Summary => {
    const found = world.summaries.get((input.params as { id: number }).id)
    if (!found || found.deleted) throw new HandlerFailure('not_found')
    return found
  }
  const summariesOfVideo = (videoId: string) =>
    [...world.summaries.values()].filter(known => known.videoInfo.videoId === videoId && !known.deleted)

  const createSummary = (made: Partial<Summary>) => {
    const id = Math.max(0, ...world.summaries.keys()) + 1
    const createdAt = new Date(world.now()).toISOString()
    const queued = { ...unwritten, state: 'queued', stage: 'queued', createdAt, updatedAt: createdAt } as const
    const created = sampleSummary(id, world.now(), { ...queued, ...made })
    world.summaries.set(id, created)
    world.used++
    world.onRequested(id)
    return { status: 202, body: { ...created } }
  }

  const startSession = (user: User) => {
    const token = `token-${user.id}-${world.tokens.size}`
    world.tokens.set(token, user.id)
    return { body: { token, user } }
  }

  return {
    'auth.login'({ body }) {
      const { email, password } = body as { email: string; password: string }
      const known = world.users.find(account => account.email === email && account.password === password)
      if (!known) throw new HandlerFailure('wrong_credentials')
      return startSession(known.user)
    },
    'auth.exchange'({ body }) {
      const { token } = body as { token: string }
      const found = world.codes.get(token)
      world.codes.delete(token)
      const known = found && world.users.find(({ user }) => user.id === found.userId)
      if (!known) throw new HandlerFailure('sign_in_failed')
      const { body: session } = startSession(known.user)
      return { body: { ...session, redirect: found.redirect } }
    },
    'auth.providers': () => ({ body: { web: ['google', 'apple'], native: ['google', 'apple'] } }),
    'auth.register'({ body }) {
      const { password, email, firstName, lastName, timezone } = body as User & { password: string }
      if (world.users.some(account => account.email === email)) throw new HandlerFailure('email_taken')
      const id = world.users.length + 1
      const user = sampleUser({ id, email, firstName, lastName, timezone })
      world.users.push({ email, password, user })
      return startSession(user)
    },
    'auth.logout'({ token }) {
      world.tokens.delete(token)
      return {}
    },
    ...accountHandlers(world),
    ...notificationHandlers(world),
    ...scheduleHandlers(world),
    ...pushHandlers(world),
    ...paymentHandlers(world),
    ...communityHandlers(world),
    'youtube.videos': ({ query }) => {
      const words = (query as { query: string }).query.toLowerCase().split(/\s+/)
      return { body: { items: world.search.filter(video => words.some(w => video.title.toLowerCase().includes(w))) } }
    },
    'youtube.channels': ({ query }) => {
      const words = (query as { query: string }).query.toLowerCase().replace(/^.*@/, '')
      const fits = ({ id, title }: VideoChannel) => id.toLowerCase() === words || title.toLowerCase().includes(words)
      const items = world.channels
        .filter(fits)
        .map(channel => ({ ...channel, subscribers: world.subscribers.get(channel.id) ?? null }))
      return { body: { items } }
    },
    'youtube.proxyThumbnail': () => ({
      body: { image: 'data:image/gif;base64,R0lGODlhAQABAIAAAMyIRAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==' },
    }),
    'summaries.list': ({ query }) => ({ body: listPage(world, query as ListQuery) }),
    'summaries.channels': () => ({
      body: { data: countChannels([...world.summaries.values()].filter(({ deleted }) => !deleted)) },
    }),
    'summaries.request'({ body }) {
      const { urlOrId, videoUrl, ...options } = body as SummaryRequest
      const form = { focus: options.focus || null, preset: options.preset ?? world.settings.defaultPreset }
      const link = parseVideoLink(urlOrId ?? videoUrl ?? '')
      if (link.kind !== 'video') throw new HandlerFailure('invalid_id')
      const existing = summariesOfVideo(link.videoId).find(
        known => known.focus === form.focus && known.preset === form.preset,
      )
      if (existing) return { status: 200, body: existing }
      if (monthUsage(world).remaining <= 0) throw new HandlerFailure('monthly_limit_reached')
      const known = world.videos.get(link.videoId) ?? popularVideo(world, link.videoId)
      if (!known) throw new HandlerFailure('not_found')
      return createSummary({ videoInfo: known.videoInfo, ...form })
    },
    'summaries.preview'({ body }) {
      const { urlOrId, preset = world.settings.defaultPreset } = body as { urlOrId: string; preset?: Preset }
      const link = parseVideoLink(urlOrId)
      if (link.kind !== 'video') throw new HandlerFailure('invalid_id')
      const video = world.videos.get(link.videoId)
      const own = summariesOfVideo(link.videoId)
      const code = video || own[0] ? null : 'not_found'
      return {
        body: {
          captions: 'manual',
          captionLanguage: 'en',
          preset,
          existing: own.map(({ id, state, preset, focus }) => ({ id, state, preset, focus })).reverse(),
          known: false,
          code,
          error: code && videoFailureSentence(code),
          retryAt: null,
          doubt: null,
          estimateSeconds: 25,
          month: monthUsage(world),
          videoInfo: own[0]?.videoInfo ?? emptyVideoInfo(link.videoId),
          ...video,
        },
      }
    },
    'summaries.upload'({ body, query }) {
      const text = new TextDecoder().decode(body as Uint8Array)
      if (!text.includes('-->')) throw new HandlerFailure('upload_unreadable')
      const { title = 'Captions', focus, preset } = query as { title?: string; focus?: string; preset?: Preset }
      const none = {
        videoUrl: null,
        channel: '',
        channelId: null,
        thumbnailUrl: null,
        viewCount: null,
        publishedAt: null,
      }
      const videoInfo = { ...none, videoId: 'upload:1', title, description: null, duration: null }
      return createSummary({
        origin: 'upload',
        videoInfo,
        focus: focus || null,
        preset: preset ?? world.settings.defaultPreset,
      })
    },
    'summaries.detail': input => ({
      body: openPopular(world, (input.params as { id: number }).id) ?? summaryOf(input),
    }),
    'summaries.change'(input) {
      const { voice, shareToken, rating, ...body } = input.body as Change
      Object.assign(summaryOf(input), body)
      if (rating) summaryOf(input).rating = rating === 'none' ? null : rating
      if (body.shared !== undefined) Object.assign(summaryOf(input), linkOf(body.shared, shareToken))
      // The audio in the new voice stays pending until the test completes it.
      if (voice)
        Object.assign(summaryOf(input), { audio: 'pending', audioUrl: null, audioDurationMs: null, readBy: null })
      return { body: toSummaryItem(summaryOf(input)) }
    },
    'summaries.delete'(input) {
      change(summaryOf(input).id, { deleted: true })
      return {}
    },
    'summaries.restore'(input) {
      const found = world.summaries.get((input.params as { id: number }).id)
      if (!found) throw new HandlerFailure('not_found')
      change(found.id, { deleted: false })
      return { body: toSummaryItem(found) }
    },
    'summaries.cancel'(input) {
      change(summaryOf(input).id, {
        state: 'cancelled',
        code: 'cancelled',
        error: failures.cancelled.sentence,
        stage: null,
      })
      return { body: summaryOf(input) }
    },
    'summaries.retry'(input) {
      const { id, audio } = summaryOf(input)
      change(id, audio === 'failed' ? { audio: 'pending', stage: 'speaking' } : { ...requeued })
      world.onRequested(id)
      return { status: 202, body: summaryOf(input) }
    },
    'summaries.transcript': () => ({ body: world.transcript }),
    'summaries.ask'(input) {
      const { question } = input.body as { question: string }
      if (!activePlanOf(world).aiInteraction) {
        throw new HandlerFailure('plan_required', aiInteractionSentence())
      }
      return { body: world.answer(question, summaryOf(input)) }
    },
    'summaries.view': () => ({}),
    'analytics.count'({ body, token }) {
      world.analyticsEvents.push({ ...(body as CountedEvent), token })
      return {}
    },
    'health.status': () => ({ body: { status: 'ok' } }),
    'health.version': () => ({
      body: {
        version: '1.0',
        app: '0.1.0',
        product: 'YouTube Recaps',
        demo: false,
        mail: world.mail,
        listens: world.hasTranscriber,
      },
    }),
    'health.installation': () => ({
      body: {
        'product-name': 'Recaps',
        'public-url': 'https://recaps.example',
        'support-email': 'support@recaps.example',
        'default-plan': 'free',
        'sign-in': '',
        'native-sign-in': '',
        'third-parties': '',
        'embed-base': '',
        'source-url': '',
        demo: 'false',
        'demo-login': '',
      },
    }),
  }
}

/** Video info with everything but the id missing. */
const emptyVideoInfo = (videoId: string) => ({
  videoId,
  videoUrl: `https://www.youtube.com/watch?v=${videoId}`,
  title: '',
  channel: '',
  channelId: null,
  description: null,
  thumbnailUrl: null,
  duration: null,
  viewCount: null,
  publishedAt: null,
})

const requeued = { state: 'queued', stage: 'queued', code: null, error: null, progress: null } as const

type Change = Partial<Omit<Summary, 'rating'>> & { voice?: string; rating?: Rating | 'none' }

interface SummaryRequest {
  urlOrId?: string
  videoUrl?: string
  focus?: string
  preset?: Preset
}

interface ListQuery {
  cursor?: string | null
  limit?: number | null
  q?: string | null
  channel?: string | null
  state?: string | null
  origin?: string | null
  run?: number | null
  order?: string | null
}

function listPage(world: World, { cursor, limit, q, channel, state, origin, run, order }: ListQuery) {
  const fits = (item: SummaryItem) =>
    !item.deleted &&
    (!q || `${item.videoInfo.title} ${item.videoInfo.channel}`.toLowerCase().includes(q.toLowerCase())) &&
    (!origin || item.origin === origin) &&
    (!run || world.summariesByRun.get(run)?.includes(item.id)) &&
    (!channel || item.videoInfo.channelId === channel || item.videoInfo.channel === channel) &&
    (!state ||
      (state === 'unread' ? item.unread : state === 'with_audio' ? item.audio === 'ready' : item.state === state))
  const all = [...world.summaries.values()]
    .filter(fits)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
  if (order === 'oldest') all.reverse()
  const from = Number(cursor ?? 0)
  const size = limit ?? 50
  const nextCursor = from + size < all.length ? String(from + size) : null
  return { data: all.slice(from, from + size).map(toSummaryItem), nextCursor, month: monthUsage(world) }
}

let linkCount = 0

/** A new share link, or the link of `token`, which then works again. */
function linkOf(isShared: boolean, token: string | null = null): Pick<Summary, 'shareToken' | 'shareUrl'> {
  if (!isShared) return { shareToken: null, shareUrl: null }
  const shareToken = token ?? String(++linkCount).padStart(43, 'k')
  return { shareToken, shareUrl: `https://recaps.example/history-detail/${shareToken}` }
}
