import { createHash } from 'node:crypto'
import { type Answer, bytes, html, json } from '../answer.ts'
import { notFoundPage } from '../pages/refusals.ts'
import type { Question } from '../question.ts'
import { channelEndpoint, runs } from '../renderers.ts'
import type { CatalogueVideo, Source } from '../source.ts'
import { channelAnswer, channelContinuation, channelGone } from './channel.ts'
import { feed } from './feed.ts'
import { microformatAnswer, playerAnswer } from './player.ts'
import { foundBy, searchAnswer, searchOfToken } from './search.ts'
import type { Shelf, TalkVideo } from './shelf.ts'
import { timedtext } from './timedtext.ts'

/** The project's own channels and talks as a source. */
export const talkSource = (shelf: Shelf, sounds: Readonly<Record<string, Uint8Array>> = {}): Source => {
  const { startedAt } = shelf
  return {
    answer: question => answerFrom(shelf, sounds, question),
    video: videoId => {
      const video = shelf.find(videoId)
      return video && catalogued(video, startedAt)
    },
    channel: name => {
      const channel =
        'channelId' in name
          ? shelf.channel(name.channelId)
          : shelf.channels.find(
              ({ handle }) => handle.toLowerCase() === `@${name.handle.replace(/^@/, '').toLowerCase()}`,
            )
      if (channel === undefined || isGone(shelf, channel.id)) return undefined
      return { ...channel, channelId: channel.id, picturePath: channel.avatarPaths[240] }
    },
    uploads: channelId => (shelf.channel(channelId) ? shelf.listed(channelId).map(({ id }) => id) : undefined),
    search: query => {
      const { videos, channels } = foundBy(shelf, query)
      return { videoIds: videos.map(({ id }) => id), channelIds: channels.map(({ id }) => id) }
    },
  }
}

const answerFrom = (
  shelf: Shelf,
  sounds: Readonly<Record<string, Uint8Array>>,
  question: Question,
): Answer | undefined => {
  switch (question.op) {
    case 'player': {
      const found = shelf.find(question.videoId)
      if (found === undefined) return undefined
      const isShown = found.state.kind === 'for_kids' && question.client !== 'VISIONOS'
      const video: TalkVideo = isShown ? { ...found, state: { kind: 'public' } } : found
      const body = playerAnswer(video, shelf.startedAt, sounds[video.id])
      return json(question.isReel ? { playerResponse: body } : body)
    }
    case 'microformat': {
      const video = shelf.find(question.videoId)
      return video && json(microformatAnswer(video, shelf.startedAt))
    }
    case 'next': {
      const video = shelf.find(question.videoId)
      return video && json(nextAnswer(video))
    }
    case 'timedtext':
      return captionsAnswer(shelf, question)
    case 'sound': {
      const sound = sounds[question.videoId]
      return sound && soundAnswer(sound, question.range)
    }
    case 'search':
      return json(searchAnswer(shelf, { query: question.query, type: question.type, from: 0 }))
    case 'continuation':
      return continued(shelf, question.token)
    case 'browse': {
      const channel = shelf.channel(question.browseId)
      const standing = shelf.standings.get(question.browseId) ?? 'there'
      return channel && json(standing === 'there' ? channelAnswer(shelf, channel) : channelGone(standing))
    }
    case 'resolve':
      return resolved(shelf, question.address)
    case 'feed':
      return feedAnswer(shelf, question.query)
    case 'oembed':
      return shelf.find(question.videoId)?.state.kind === 'deleted' ? bytes('text/plain', 'Not Found', 404) : undefined
    case 'data':
      return question.resource === 'playlistItems' ? missingPlaylist(shelf, question.query) : undefined
    case 'suggest':
      return json([question.query, [], {}])
    default:
      return undefined
  }
}

const captionsAnswer = (
  shelf: Shelf,
  { videoId, language, kind, format }: Extract<Question, { op: 'timedtext' }>,
): Answer | undefined => {
  const wanted = kind === 'asr' ? 'auto' : 'manual'
  const track = shelf.find(videoId)?.tracks.find(one => one.language === language && one.kind === wanted)
  if (track === undefined) return undefined
  const type = format === 'json3' ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8'
  return bytes(type, timedtext(wanted, language, track.lines(), format))
}

const soundAnswer = (sound: Uint8Array, range: string): Answer => {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
  if (first === undefined) return bytes('audio/mp4', sound)
  const part = sound.subarray(Number(first), last ? Number(last) + 1 : sound.byteLength)
  if (part.byteLength === 0) return bytes('text/plain', '', 416)
  const end = Number(first) + part.byteLength - 1
  return {
    ...bytes('audio/mp4', part, 206),
    headers: { 'content-range': `bytes ${first}-${end}/${sound.byteLength}` },
  }
}

const continued = (shelf: Shelf, token: string): Answer | undefined => {
  const search = searchOfToken(token)
  const answer = search === null ? channelContinuation(shelf, token) : searchAnswer(shelf, search)
  return answer === null ? undefined : json(answer)
}

/** Names are a closed world: one that nobody has is answered as YouTube does. */
const resolved = (shelf: Shelf, address: string): Answer => {
  const name = decodeURIComponent(new URL(address, 'https://www.youtube.com').pathname).replace(
    /^\/(?:c|user|channel)?\/?/,
    '',
  )
  const wanted = name.replace(/^@/, '').toLowerCase()
  const channel = shelf.channels.find(({ id, handle }) => id === name || handle.slice(1).toLowerCase() === wanted)
  if (channel === undefined) {
    return json({ error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } }, 404)
  }
  return json({ responseContext: {}, endpoint: channelEndpoint(channel.id, channel.handle) })
}

const feedAnswer = (shelf: Shelf, query: string): Answer | undefined => {
  // `UULF…`: without Shorts and streams.
  const isOfVideos = query.startsWith('playlist_id=UULF')
  const id = query.replace(/^(?:channel_id=|playlist_id=UU(?:LF)?)/, '')
  const channel = shelf.channel(id) ?? shelf.channel(`UC${id}`)
  if (channel === undefined) return undefined
  if (isGone(shelf, channel.id)) return html(notFoundPage, 404)
  const body = feed(shelf, channel, isOfVideos ? ({ isShort }) => !isShort : undefined)
  return { ...bytes('text/xml; charset=UTF-8', body), headers: validatorOf(shelf, channel.id, body) }
}

const validatorOf = (shelf: Shelf, channelId: string, body: string): Record<string, string> => {
  const [newest] = shelf.listed(channelId)
  switch (shelf.validator) {
    case 'etag':
      return { etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    case 'last-modified':
      return { 'last-modified': (newest?.publishedAt ?? shelf.startedAt).toUTCString() }
    case 'none':
      return {}
  }
}

const isGone = (shelf: Shelf, channelId: string): boolean => (shelf.standings.get(channelId) ?? 'there') !== 'there'

/** The Data API's words for the uploads of a channel that is not there; undefined for any other. */
const missingPlaylist = (shelf: Shelf, query: URLSearchParams): Answer | undefined => {
  const channelId = (query.get('playlistId') ?? '').replace(/^UU/, 'UC')
  if (!isGone(shelf, channelId)) return undefined
  const errors = [{ reason: 'playlistNotFound', domain: 'youtube.playlistItem' }]
  return json({ error: { code: 404, message: 'The playlist cannot be found.', errors } }, 404)
}

const nextAnswer = ({ title, viewCount, channel, chapters, id, description }: TalkVideo): object => ({
  responseContext: {},
  currentVideoEndpoint: { watchEndpoint: { videoId: id } },
  contents: {
    twoColumnWatchNextResults: {
      results: {
        results: {
          contents: [
            {
              videoPrimaryInfoRenderer: {
                title: runs(title),
                viewCount: { videoViewCountRenderer: { viewCount: { simpleText: `${viewCount} views` } } },
              },
            },
            {
              videoSecondaryInfoRenderer: {
                owner: {
                  videoOwnerRenderer: {
                    title: runs(channel.title),
                    navigationEndpoint: channelEndpoint(channel.id, channel.handle),
                  },
                },
              },
            },
          ],
        },
      },
    },
  },
  playerOverlays: {
    playerOverlayRenderer: {
      decoratedPlayerBarRenderer: {
        decoratedPlayerBarRenderer: {
          playerBar: {
            multiMarkersPlayerBarRenderer: {
              markersMap: [
                {
                  // Where the description has none, YouTube makes them itself.
                  key: /^0:00/m.test(description) ? 'DESCRIPTION_CHAPTERS' : 'AUTO_CHAPTERS',
                  value: {
                    chapters: chapters.map(chapter => ({
                      chapterRenderer: { title: { simpleText: chapter.title }, timeRangeStartMillis: chapter.startMs },
                    })),
                  },
                },
              ],
            },
          },
        },
      },
    },
  },
})

const catalogued = (video: TalkVideo, startedAt: Date): CatalogueVideo | undefined => {
  const { id, title, description, channelId, channel, durationSeconds, viewCount, publishedAt, state, thumbnailPath } =
    video
  if (state.kind === 'deleted') return undefined
  return {
    videoId: id,
    title,
    description,
    channelId,
    channel: channel.title,
    durationSeconds,
    viewCount,
    publishedAt,
    privacy: state.kind === 'private' ? 'private' : 'public',
    broadcast: state.kind === 'live' || state.kind === 'upcoming' ? state.kind : 'none',
    isAgeRestricted: state.kind === 'age_restricted',
    picturePath: thumbnailPath,
    playerAnswer: JSON.stringify(playerAnswer(video, startedAt)),
  }
}
