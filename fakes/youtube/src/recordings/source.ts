import { type Answer, bytes, html, json } from '../answer.ts'
import { feedKey, getPath, parseQuestion, type Question, questionKey } from '../question.ts'
import type { CatalogueVideo, Source } from '../source.ts'
import { captionsEndMs, cutCaptions } from './cut-captions.ts'
import { type Recording, readRecordings, videoIdFromFileName } from './folder.ts'

export interface RecordedSource extends Source {
  /** All files with the request keys that they answer. */
  index: readonly { file: string; kind: Recording['kind']; keys: string[] }[]
}

interface PlayerRecording {
  file: string
  client: string | null
  body: string
  status: number
  contentType: string
}

interface AnswerMaps {
  pairs: Map<string, Answer>
  players: Map<string, PlayerRecording[]>
  pages: Map<string, Answer>
  microformats: Map<string, Answer>
  feeds: Map<string, Answer>
  captions: Map<string, Uint8Array>
  pairing: Map<string, string>
}

/**
 * Recorded traffic as a source. `captionsOf` (caption files by video id) overrides the folder's `captions.json`.
 * Throws if the folder does not exist.
 */
export const createRecordedSource = (folder: string, captionsOf: Record<string, string> = {}): RecordedSource => {
  const maps: AnswerMaps = {
    pairs: new Map(),
    players: new Map(),
    pages: new Map(),
    microformats: new Map(),
    feeds: new Map(),
    captions: new Map(),
    pairing: new Map(),
  }
  const index = readRecordings(folder).map(recording => ({
    file: recording.file,
    kind: recording.kind,
    keys: addRecording(maps, recording),
  }))
  for (const [videoId, file] of Object.entries(captionsOf)) maps.pairing.set(videoId, file)
  return {
    answer: question => answerFrom(maps, question),
    index,
    video: videoId => toCatalogueVideo(videoId, maps.players.get(videoId)),
    channel: () => undefined,
    uploads: () => undefined,
    search: () => ({ videoIds: [], channelIds: [] }),
  }
}

/** Adds a recording and returns the keys of the questions that it answers. */
const addRecording = (maps: AnswerMaps, recording: Recording): string[] => {
  switch (recording.kind) {
    case 'pair':
      return addPair(maps, recording)
    case 'player': {
      const videoId = String(
        getPath(JSON.parse(recording.body), 'videoDetails', 'videoId') ?? videoIdFromFileName(recording.file),
      )
      return addPlayer(maps, videoId, {
        ...recording,
        client: null,
        status: 200,
        contentType: 'application/json',
      })
    }
    case 'page':
      return addPage(maps, recording)
    case 'feed': {
      const selfQuery = /<link rel="self" href="[^"?]*\?([^"]*)"/.exec(recording.body)?.[1] ?? ''
      const channel = /<uri>https?:\/\/www\.youtube\.com\/channel\/([\w-]+)<\/uri>/.exec(recording.body)?.[1]
      const keys = [
        feedKey(new URLSearchParams(selfQuery.replaceAll('&amp;', '&'))),
        ...(channel ? [`channel_id=${channel}`] : []),
      ]
      for (const key of keys) maps.feeds.set(key, bytes('text/xml; charset=UTF-8', recording.body))
      return keys.map(key => `feed|${key}`)
    }
    case 'captions':
      maps.captions.set(recording.file, recording.body)
      return []
    case 'pairing':
      for (const [videoId, file] of Object.entries(recording.captionsOf)) maps.pairing.set(videoId, file)
      return []
    case 'nothing':
      return []
  }
}

const addPair = (maps: AnswerMaps, pair: Extract<Recording, { kind: 'pair' }>): string[] => {
  const question = parseQuestion(pair.request)
  const answer = bytes(pair.contentType, pair.body, pair.status)
  if (question.op === 'player') {
    return addPlayer(maps, question.videoId, { ...pair, client: question.client, body: unwrapped(pair.body) })
  }
  const target = question.op === 'microformat' ? maps.microformats : maps.pairs
  const key = question.op === 'microformat' ? question.videoId : questionKey(question)
  if (!target.has(key)) target.set(key, answer)
  return [questionKey(question)]
}

/** `reel_item_watch` has the player answer in `playerResponse`. */
const unwrapped = (body: string): string => {
  const inner = getPath(parseJson(body), 'playerResponse')
  return inner === undefined ? body : JSON.stringify(inner)
}

const addPlayer = (maps: AnswerMaps, videoId: string, player: PlayerRecording): string[] => {
  maps.players.set(videoId, [...(maps.players.get(videoId) ?? []), player])
  return [`player|${videoId}|${player.client ?? '*'}`]
}

/** A watch page is a player answer too. Any other page is sent in place of data, for the id made of its file name. */
const addPage = (maps: AnswerMaps, { file, body, player }: Extract<Recording, { kind: 'page' }>): string[] => {
  if (player !== null) {
    const videoId = String(getPath(parseJson(player), 'videoDetails', 'videoId') ?? videoIdFromFileName(file))
    maps.pages.set(videoId, html(body))
    const recording = { file, client: null, body: player, status: 200, contentType: 'application/json' }
    return [`watch|${videoId}`, ...addPlayer(maps, videoId, recording)]
  }
  const id = videoIdFromFileName(file)
  const status = /Error (\d{3})/.exec(body)?.[1] ?? (/g-recaptcha|\/sorry\//.test(body) ? '429' : '200')
  const page = html(body, Number(status))
  maps.feeds.set(`channel_id=${id}`, page)
  if (status === '404') return [`feed|channel_id=${id}`]
  maps.pages.set(id, page)
  return [`player|${id}|*`, `watch|${id}`, `feed|channel_id=${id}`]
}

const answerFrom = (maps: AnswerMaps, question: Question): Answer | undefined => {
  switch (question.op) {
    case 'player':
      return playerAnswer(maps, question) ?? maps.pages.get(question.videoId)
    case 'microformat':
      // For a known video without microformat, YouTube's partial answer is empty.
      return maps.microformats.get(question.videoId) ?? microformatOf(maps.players.get(question.videoId))
    case 'watch':
      return maps.pages.get(question.videoId)
    case 'oembed':
      // A page in place of data replaces oEmbed too. Videos recorded only as unavailable have no metadata.
      return maps.pages.get(question.videoId) ?? unavailableVideo(maps, question.videoId)
    case 'feed':
      return maps.feeds.get(question.query)
    case 'timedtext':
      return maps.pairs.get(questionKey(question)) ?? pairedCaptions(maps, question.videoId)
    case 'search':
      // An unfiltered search includes the results of a filtered one.
      return maps.pairs.get(questionKey(question)) ?? maps.pairs.get(questionKey({ ...question, type: '' }))
    default:
      return maps.pairs.get(questionKey(question))
  }
}

/** The recording of this client, or else of another one: few videos were recorded with all clients. */
const playerAnswer = (
  { players }: AnswerMaps,
  { videoId, client, isReel }: Extract<Question, { op: 'player' }>,
): Answer | undefined => {
  const recorded = players.get(videoId)
  const player = recorded?.find(recording => recording.client === client) ?? recorded?.find(isApp) ?? recorded?.[0]
  if (player === undefined) return undefined
  const { body, status, contentType } = player
  return bytes(contentType, isReel && body !== '{}' ? `{"playerResponse":${body}}` : body, status)
}

/** WEB answers have less data than those of apps, so they replace other clients' answers only as a last resort. */
const isApp = ({ client }: PlayerRecording): boolean => client !== 'WEB'

const unavailableVideo = ({ players }: AnswerMaps, videoId: string): Answer | undefined => {
  const recorded = players.get(videoId)
  return recorded && toCatalogueVideo(videoId, recorded) === undefined
    ? bytes('text/plain', 'Unauthorized', 401)
    : undefined
}

const microformatOf = (players: PlayerRecording[] | undefined): Answer | undefined => {
  if (players === undefined) return undefined
  const found = players.map(({ body }) => getPath(parseJson(body), 'microformat')).find(value => value !== undefined)
  return json(found === undefined ? {} : { microformat: found })
}

const pairedCaptions = ({ captions, pairing, players }: AnswerMaps, videoId: string): Answer | undefined => {
  const lengthMs = lengthOf(players.get(videoId))
  if (lengthMs === null) return undefined
  const file = captions.get(pairing.get(videoId) ?? '') ?? bestMatch([...captions.values()], lengthMs)
  return file === undefined ? undefined : bytes('text/plain; charset=UTF-8', cutCaptions(file, lengthMs))
}

/** The shortest caption file that covers 90% of the video, or else the longest. */
const bestMatch = (files: Uint8Array[], lengthMs: number): Uint8Array | undefined => {
  const byLength = files.map(file => ({ file, endMs: captionsEndMs(file) })).sort((a, b) => a.endMs - b.endMs)
  return (byLength.find(({ endMs }) => endMs >= lengthMs * 0.9) ?? byLength.at(-1))?.file
}

const lengthOf = (players: PlayerRecording[] | undefined): number | null => {
  if (players === undefined) return null
  const lengths = players.map(({ body }) => Number(getPath(parseJson(body), 'videoDetails', 'lengthSeconds') ?? 0))
  return Math.max(...lengths) * 1000
}

const toCatalogueVideo = (videoId: string, players: PlayerRecording[] | undefined): CatalogueVideo | undefined => {
  const player = players?.find(({ body }) => typeof getPath(parseJson(body), 'videoDetails', 'title') === 'string')
  if (player === undefined) return undefined
  const details = getPath(parseJson(player.body), 'videoDetails')
  const text = (name: string) => String(getPath(details, name) ?? '')
  return {
    videoId,
    title: text('title'),
    description: text('shortDescription'),
    channelId: text('channelId'),
    channel: text('author'),
    durationSeconds: Number(text('lengthSeconds')),
    viewCount: Number(text('viewCount')),
    publishedAt: null,
    privacy: getPath(details, 'isPrivate') === true ? 'private' : 'public',
    broadcast:
      getPath(details, 'isLive') === true ? 'live' : getPath(details, 'isUpcoming') === true ? 'upcoming' : 'none',
    isAgeRestricted: false,
    picturePath: null,
    playerAnswer: player.body,
  }
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
