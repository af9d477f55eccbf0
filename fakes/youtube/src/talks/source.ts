import { createHash } from 'node:crypto'
import { type Answer, bytes, html, json } from '../answer.ts'
import { notFoundPage } from '../pages/error-pages.ts'
import type { Question } from '../question.ts'
import { channelEndpoint, runs } from '../renderers.ts'
import type { CatalogueVideo, Source } from '../source.ts'
import { channelAnswer, channelContinuation, unavailableChannelAnswer } from './channel.ts'
import { channelFeed } from './feed.ts'
import { microformatAnswer, playerAnswer } from './player.ts'
import { parseSearchToken, searchAnswer, searchTalks } from './search.ts'
import type { TalkLibrary, TalkVideo } from './talk-library.ts'
import { timedtext } from './timedtext.ts'

/** The project's own channels and talks as a source. `audioFiles` are audio files by video id. */
export const createTalkSource = (
  library: TalkLibrary,
  audioFiles: Readonly<Record<string, Uint8Array>> = {},
): Source => {
  const { startedAt } = library
  return {
    answer: question => answerFrom(library, audioFiles, question),
    video: videoId => {
      const video = library.find(videoId)
      return video && toCatalogueVideo(video, startedAt)
    },
    channel: name => {
      const channel =
        'channelId' in name
          ? library.channel(name.channelId)
          : library.channels.find(
              ({ handle }) => handle.toLowerCase() === `@${name.handle.replace(/^@/, '').toLowerCase()}`,
            )
      if (channel === undefined || isGone(library, channel.id)) return undefined
      return { ...channel, channelId: channel.id, picturePath: channel.avatarPaths[240] }
    },
    uploads: channelId => (library.channel(channelId) ? library.listVideos(channelId).map(({ id }) => id) : undefined),
    search: query => {
      const { videos, channels } = searchTalks(library, query)
      return { videoIds: videos.map(({ id }) => id), channelIds: channels.map(({ id }) => id) }
    },
  }
}

const answerFrom = (
  library: TalkLibrary,
  audioFiles: Readonly<Record<string, Uint8Array>>,
  question: Question,
): Answer | undefined => {
  switch (question.op) {
    case 'player': {
      const found = library.find(question.videoId)
      if (found === undefined) return undefined
      const isPlayable = found.state.kind === 'for_kids' && question.client !== 'VISIONOS'
      const video: TalkVideo = isPlayable ? { ...found, state: { kind: 'public' } } : found
      const body = playerAnswer(video, library.startedAt, audioFiles[video.id])
      return json(question.isReel ? { playerResponse: body } : body)
    }
    case 'microformat': {
      const video = library.find(question.videoId)
      return video && json(microformatAnswer(video, library.startedAt))
    }
    case 'next': {
      const video = library.find(question.videoId)
      return video && json(nextAnswer(video))
    }
    case 'timedtext':
      return captionsAnswer(library, question)
    case 'sound': {
      const audio = audioFiles[question.videoId]
      return audio && audioAnswer(audio, question.range)
    }
    case 'search':
      return json(searchAnswer(library, { query: question.query, type: question.type, from: 0 }))
    case 'continuation':
      return continuationAnswer(library, question.token)
    case 'browse': {
      const channel = library.channel(question.browseId)
      const status = library.channelStatuses.get(question.browseId) ?? 'there'
      return channel && json(status === 'there' ? channelAnswer(library, channel) : unavailableChannelAnswer(status))
    }
    case 'resolve':
      return resolvedChannel(library, question.address)
    case 'feed':
      return feedAnswer(library, question.query)
    case 'oembed':
      return library.find(question.videoId)?.state.kind === 'deleted'
        ? bytes('text/plain', 'Not Found', 404)
        : undefined
    case 'data':
      return question.resource === 'playlistItems' ? missingPlaylist(library, question.query) : undefined
    case 'suggest':
      return json([question.query, [], {}])
    default:
      return undefined
  }
}

const captionsAnswer = (
  library: TalkLibrary,
  { videoId, language, kind, format }: Extract<Question, { op: 'timedtext' }>,
): Answer | undefined => {
  const trackKind = kind === 'asr' ? 'auto' : 'manual'
  const track = library.find(videoId)?.tracks.find(track => track.language === language && track.kind === trackKind)
  if (track === undefined) return undefined
  const type = format === 'json3' ? 'application/json; charset=UTF-8' : 'text/plain; charset=UTF-8'
  return bytes(type, timedtext(trackKind, language, track.lines(), format))
}

const audioAnswer = (audio: Uint8Array, range: string): Answer => {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
  if (first === undefined) return bytes('audio/mp4', audio)
  const part = audio.subarray(Number(first), last ? Number(last) + 1 : audio.byteLength)
  if (part.byteLength === 0) return bytes('text/plain', '', 416)
  const end = Number(first) + part.byteLength - 1
  return {
    ...bytes('audio/mp4', part, 206),
    headers: { 'content-range': `bytes ${first}-${end}/${audio.byteLength}` },
  }
}

const continuationAnswer = (library: TalkLibrary, token: string): Answer | undefined => {
  const search = parseSearchToken(token)
  const answer = search === null ? channelContinuation(library, token) : searchAnswer(library, search)
  return answer === null ? undefined : json(answer)
}

/** Resolves a channel URL; unknown names get YouTube's 404 answer. */
const resolvedChannel = (library: TalkLibrary, address: string): Answer => {
  const name = decodeURIComponent(new URL(address, 'https://www.youtube.com').pathname).replace(
    /^\/(?:c|user|channel)?\/?/,
    '',
  )
  const handleName = name.replace(/^@/, '').toLowerCase()
  const channel = library.channels.find(({ id, handle }) => id === name || handle.slice(1).toLowerCase() === handleName)
  if (channel === undefined) {
    return json({ error: { code: 404, message: 'Requested entity was not found.', status: 'NOT_FOUND' } }, 404)
  }
  return json({ responseContext: {}, endpoint: channelEndpoint(channel.id, channel.handle) })
}

const feedAnswer = (library: TalkLibrary, query: string): Answer | undefined => {
  // `UULF…` playlists exclude Shorts and streams.
  const isWithoutShorts = query.startsWith('playlist_id=UULF')
  const id = query.replace(/^(?:channel_id=|playlist_id=UU(?:LF)?)/, '')
  const channel = library.channel(id) ?? library.channel(`UC${id}`)
  if (channel === undefined) return undefined
  if (isGone(library, channel.id)) return html(notFoundPage, 404)
  const body = channelFeed(library, channel, isWithoutShorts ? ({ isShort }) => !isShort : undefined)
  return { ...bytes('text/xml; charset=UTF-8', body), headers: validatorOf(library, channel.id, body) }
}

const validatorOf = (library: TalkLibrary, channelId: string, body: string): Record<string, string> => {
  const [newest] = library.listVideos(channelId)
  switch (library.validator) {
    case 'etag':
      return { etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    case 'last-modified':
      return { 'last-modified': (newest?.publishedAt ?? library.startedAt).toUTCString() }
    case 'none':
      return {}
  }
}

const isGone = (library: TalkLibrary, channelId: string): boolean =>
  (library.channelStatuses.get(channelId) ?? 'there') !== 'there'

/** The Data API's error for the uploads of a private or deleted channel; undefined for any other. */
const missingPlaylist = (library: TalkLibrary, query: URLSearchParams): Answer | undefined => {
  const channelId = (query.get('playlistId') ?? '').replace(/^UU/, 'UC')
  if (!isGone(library, channelId)) return undefined
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
                  // Without chapters in the description, YouTube generates them.
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

const toCatalogueVideo = (video: TalkVideo, startedAt: Date): CatalogueVideo | undefined => {
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
