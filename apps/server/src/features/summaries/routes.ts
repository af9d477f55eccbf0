import { popular } from '@recaps/contract/popular'
import { summaries as contract, maxUploadedAudioBytes, type Preset } from '@recaps/contract/summaries'
import { looksLikeAudio, signatureBytes } from '@recaps/domain/audio-file'
import { streamSSE } from 'hono/streaming'
import { AppError } from '../../errors.ts'
import { attachmentHeader } from '../../http/attachment.ts'
import { incomingBody } from '../../http/body.ts'
import { clientNetwork } from '../../http/client-address.ts'
import { imageResponse } from '../../http/image-response.ts'
import type { Limits } from '../../http/limits.ts'
import type { Router, Session } from '../../http/router.ts'
import { serveStoredFile } from '../../http/stored-file.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Users } from '../users/service.ts'
import type { EventHub, EventStream } from './events.ts'
import type { Summaries } from './service.ts'
import { noTranscriberMessage } from './upload-file.ts'

const captionsLimitBytes = 5 * 1024 * 1024
const heartbeatMs = 15_000

const captionsTooLarge = () =>
  new AppError('upload_unreadable', 'This file is larger than 5 MB, the limit for caption files. Upload a part of it.')
const recordingTooLarge = () =>
  new AppError('upload_unreadable', 'This recording is larger than 500 MB. Upload a part of it or compress it.')

export function bindSummaries(
  router: Router,
  summaries: Summaries,
  deps: { hub: EventHub; limits: Limits; storage: Storage; users: Pick<Users, 'settings'>; trustedProxies: number },
): void {
  const { bind } = router
  const { hub, limits, storage, users } = deps

  /** The requested form of a summary, completed from the user's settings. */
  async function formOf(
    requested: { maxLength?: number | null | undefined; preset?: Preset | null | undefined },
    { userId }: Session,
  ) {
    const { maxLength, preset } = requested
    if (maxLength && preset) return { maxLength, preset }
    const { defaultMaxLength, defaultPreset } = await users.settings(userId)
    return { maxLength: maxLength ?? defaultMaxLength, preset: preset ?? defaultPreset }
  }

  bind(contract.request, async ({ body }, { session }) => {
    if (body.type !== 'youtube')
      throw new AppError('invalid_request', `Type ${body.type} is not supported yet. Use youtube.`)
    await limits.take('request', String(session.userId))
    const { summary, isNew } = await summaries.request(session, {
      urlOrId: 'urlOrId' in body ? body.urlOrId : body.videoUrl,
      focus: body.focus || null,
      ...(await formOf(body, session)),
    })
    return { status: isNew ? 202 : 200, body: summary }
  })

  bind(contract.preview, async ({ body }, { session }) => {
    await limits.take('outside', String(session.userId))
    const { preset } = await formOf(body, session)
    return await summaries.preview(session, { urlOrId: body.urlOrId, preset })
  })

  bind(contract.channels, (_, { session }) => summaries.channels(session))

  bind(contract.usage, ({ query }, { session }) => summaries.usage(session, query.cursor))

  bind(contract.upload, async ({ query }, { session, context }) => {
    await limits.take('request', String(session.userId))
    const file = {
      name: query.name ?? null,
      title: query.title ?? null,
      focus: query.focus || null,
      ...(await formOf(query, session)),
    }
    const { summary, isNew } = await context.get('openBodies').limitUpload(session.userId, async () => {
      const body = incomingBody(context)
      if (!looksLikeAudio(await body.start(signatureBytes)))
        return await summaries.uploadCaptions(session, {
          ...file,
          body: body.stream(captionsLimitBytes, captionsTooLarge),
        })
      if (!summaries.hasTranscriber) throw new AppError('upload_unreadable', noTranscriberMessage)
      body.allowLong()
      return await summaries.uploadRecording(session, {
        ...file,
        body: body.stream(maxUploadedAudioBytes, recordingTooLarge),
      })
    })
    return { status: isNew ? 202 : 200, body: summary }
  })

  // Registered before the routes with an id, which would match this path too.
  bind(contract.events, async (_, { session, context }) => {
    // A stream opened for HEAD would have no reader, so nothing would ever close it.
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' })
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let send: EventStream['send'] = () => {}
    const unsubscribe = hub.subscribe({ session, end, send: event => send(event) })
    return streamSSE(context, async stream => {
      stream.onAbort(end)
      send = event => void stream.writeSSE({ event: 'summary', data: JSON.stringify(event) })
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
      await stream.write(': open\n\n')
      await ended
      clearInterval(heartbeat)
      unsubscribe()
    })
  })

  bind(contract.mostViewed, ({ query }, { session }) => summaries.mostViewed(session, query))
  bind(popular.hidden, async (_, { session }) => ({ data: await summaries.hiddenChannels.of(session.userId) }))
  bind(popular.hide, async ({ params }, { session }) => {
    await summaries.hiddenChannels.hide(session.userId, params.channelId)
    return undefined
  })
  bind(popular.show, async ({ params }, { session }) => {
    await summaries.hiddenChannels.show(session.userId, params.channelId)
    return undefined
  })
  bind(contract.shared, async ({ params }, { session, network }) => {
    await limits.take('public', network)
    return await summaries.shared(session, params.token)
  })
  bind(contract.viewShared, async ({ params }, { session, network }) => {
    await limits.take('public', network)
    await summaries.viewShared(session, network, params.token)
    return undefined
  })

  bind(contract.list, ({ query }, { session }) => summaries.list(session, query))
  bind(contract.detail, ({ params }, { session }) => summaries.detail(session, params.id))
  bind(contract.change, async ({ params, body }, { session }) => {
    if (body.voice) await limits.take('request', String(session.userId))
    return await summaries.change(session, params.id, body)
  })
  bind(contract.restore, ({ params }, { session }) => summaries.restore(session, params.id))
  bind(contract.cancel, ({ params }, { session }) => summaries.cancel(session, params.id))
  bind(contract.transcript, ({ params }, { session }) => summaries.transcript(session, params.id))

  bind(contract.ask, async ({ params, body }, { session, context }) => {
    await limits.take('ask', String(session.userId))
    const disconnected = new AbortController()
    const parts = await summaries.ask(session, params.id, body.question, disconnected.signal)
    return streamSSE(context, async stream => {
      stream.onAbort(() => disconnected.abort())
      for await (const part of parts) await stream.writeSSE({ event: part.kind, data: JSON.stringify(part) })
    })
  })

  bind(contract.delete, async ({ params }, { session }) => {
    await summaries.delete(session, params.id)
    return undefined
  })

  bind(contract.retry, async ({ params }, { session }) => {
    await limits.take('request', String(session.userId))
    const { summary, isNew } = await summaries.retry(session, params.id)
    return { status: isNew ? 202 : 200, body: summary }
  })

  bind(contract.view, async ({ params, body }, { session }) => {
    if (body?.id && body.id !== params.id)
      throw new AppError('invalid_request', 'The id in the body does not match the URL.')
    if (body?.type && body.type !== 'youtube')
      throw new AppError('invalid_request', `Type ${body.type} is not supported. Use youtube.`)
    await summaries.view(session, params.id)
    return undefined
  })

  bind(contract.export, async ({ params, query }, { session }) => {
    const file = await summaries.export(session, params.id, query.format)
    return new Response(file.body, {
      headers: { 'Content-Type': file.contentType, 'Content-Disposition': attachmentHeader(file.name) },
    })
  })

  router.app.get('/thumbnails/shared/:file', async c => {
    await limits.take('thumbnail', clientNetwork(c, deps.trustedProxies))
    const token = /^(.+)\.jpg$/.exec(c.req.param('file'))?.[1]
    if (!token) throw new AppError('not_found')
    // Cached briefly, so that the picture disappears soon after sharing ends.
    return imageResponse(await summaries.sharedThumbnail(token), 'private, max-age=60')
  })
  // Registered before the route with an id, which would match this path too.
  router.app.on(['GET', 'HEAD'], '/audio/shared/:token/:file', async c => {
    const network = clientNetwork(c, deps.trustedProxies)
    await limits.take('public', network)
    const audio = await summaries.sharedAudio(c.req.param())
    // Only failed requests count against the limit: players request many ranges.
    await limits.refundCall('public', network)
    // Revalidated on each playback, so that it stops working when sharing ends.
    return await serveStoredFile(c, storage, audio.file, {
      contentType: 'audio/mpeg',
      caching: 'private, no-cache',
      whenMissing: () => summaries.audioLostError(audio),
    })
  })
  router.app.on(['GET', 'HEAD'], '/audio/:summaryId/:file', async c => {
    const { session = '', expires = '', signature = '' } = c.req.query()
    const audio = await summaries.linkedAudio({ ...c.req.param(), session, expires, signature })
    return await serveStoredFile(c, storage, audio.file, {
      contentType: 'audio/mpeg',
      caching: 'private, max-age=31536000, immutable',
      whenMissing: () => summaries.audioLostError(audio),
    })
  })
}
