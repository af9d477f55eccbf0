import { type Answer, bytes, html, json } from '../answer.ts'
import { at, feedKey, keyOf, type Question, questionOf } from '../question.ts'
import type { CatalogueVideo, Source } from '../source.ts'
import { captionsEndMs, cutCaptions } from './cut-captions.ts'
import { idOfFile, type Recording, readRecordings } from './folder.ts'

export interface RecordedSource extends Source {
  /** What every file became: the video id, the key, or why nothing. */
  index: readonly { file: string; holds: Recording['holds']; keys: string[] }[]
}

interface PlayerRecording {
  file: string
  client: string | null
  body: string
  status: number
  contentType: string
}

interface Shelves {
  pairs: Map<string, Answer>
  players: Map<string, PlayerRecording[]>
  pages: Map<string, Answer>
  microformats: Map<string, Answer>
  feeds: Map<string, Answer>
  captions: Map<string, Uint8Array>
  pairing: Map<string, string>
}

/**
 * Recorded traffic as a source. `captionsOf` pairs videos with caption files against what the folder says.
 * Throws when the folder is not there.
 */
export const recordedSource = (folder: string, captionsOf: Record<string, string> = {}): RecordedSource => {
  const shelves: Shelves = {
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
    holds: recording.holds,
    keys: shelve(shelves, recording),
  }))
  for (const [videoId, file] of Object.entries(captionsOf)) shelves.pairing.set(videoId, file)
  return {
    answer: question => answerFrom(shelves, question),
    index,
    video: videoId => catalogued(videoId, shelves.players.get(videoId)),
    channel: () => undefined,
    uploads: () => undefined,
    search: () => ({ videoIds: [], channelIds: [] }),
  }
}

/** Puts a recording where questions find it, and gives the keys of those questions. */
const shelve = (shelves: Shelves, recording: Recording): string[] => {
  switch (recording.holds) {
    case 'pair':
      return shelvePair(shelves, recording)
    case 'player': {
      const videoId = String(at(JSON.parse(recording.body), 'videoDetails', 'videoId') ?? idOfFile(recording.file))
      return shelvePlayer(shelves, videoId, {
        ...recording,
        client: null,
        status: 200,
        contentType: 'application/json',
      })
    }
    case 'page':
      return shelvePage(shelves, recording)
    case 'feed': {
      const own = /<link rel="self" href="[^"?]*\?([^"]*)"/.exec(recording.body)?.[1] ?? ''
      const channel = /<uri>https?:\/\/www\.youtube\.com\/channel\/([\w-]+)<\/uri>/.exec(recording.body)?.[1]
      const keys = [
        feedKey(new URLSearchParams(own.replaceAll('&amp;', '&'))),
        ...(channel ? [`channel_id=${channel}`] : []),
      ]
      for (const key of keys) shelves.feeds.set(key, bytes('text/xml; charset=UTF-8', recording.body))
      return keys.map(key => `feed|${key}`)
    }
    case 'captions':
      shelves.captions.set(recording.file, recording.body)
      return []
    case 'pairing':
      for (const [videoId, file] of Object.entries(recording.captionsOf)) shelves.pairing.set(videoId, file)
      return []
    case 'nothing':
      return []
  }
}

const shelvePair = (shelves: Shelves, pair: Extract<Recording, { holds: 'pair' }>): string[] => {
  const question = questionOf(pair.request)
  const answer = bytes(pair.contentType, pair.body, pair.status)
  if (question.op === 'player') {
    return shelvePlayer(shelves, question.videoId, { ...pair, client: question.client, body: unwrapped(pair.body) })
  }
  const shelf = question.op === 'microformat' ? shelves.microformats : shelves.pairs
  const key = question.op === 'microformat' ? question.videoId : keyOf(question)
  if (!shelf.has(key)) shelf.set(key, answer)
  return [keyOf(question)]
}

/** `reel_item_watch` holds the player answer under `playerResponse`. */
const unwrapped = (body: string): string => {
  const inner = at(parsed(body), 'playerResponse')
  return inner === undefined ? body : JSON.stringify(inner)
}

const shelvePlayer = (shelves: Shelves, videoId: string, player: PlayerRecording): string[] => {
  shelves.players.set(videoId, [...(shelves.players.get(videoId) ?? []), player])
  return [`player|${videoId}|${player.client ?? '*'}`]
}

/** A watch page is also a player answer; a page in place of data answers whatever is asked about the id of its name. */
const shelvePage = (shelves: Shelves, { file, body, player }: Extract<Recording, { holds: 'page' }>): string[] => {
  if (player !== null) {
    const videoId = String(at(parsed(player), 'videoDetails', 'videoId') ?? idOfFile(file))
    shelves.pages.set(videoId, html(body))
    const recording = { file, client: null, body: player, status: 200, contentType: 'application/json' }
    return [`watch|${videoId}`, ...shelvePlayer(shelves, videoId, recording)]
  }
  const id = idOfFile(file)
  const status = /Error (\d{3})/.exec(body)?.[1] ?? (/g-recaptcha|\/sorry\//.test(body) ? '429' : '200')
  const page = html(body, Number(status))
  shelves.feeds.set(`channel_id=${id}`, page)
  if (status === '404') return [`feed|channel_id=${id}`]
  shelves.pages.set(id, page)
  return [`player|${id}|*`, `watch|${id}`, `feed|channel_id=${id}`]
}

const answerFrom = (shelves: Shelves, question: Question): Answer | undefined => {
  switch (question.op) {
    case 'player':
      return playerAnswer(shelves, question) ?? shelves.pages.get(question.videoId)
    case 'microformat':
      // A partial answer leaves out what is not there: a known video without microformat gives an empty one.
      return shelves.microformats.get(question.videoId) ?? microformatOf(shelves.players.get(question.videoId))
    case 'watch':
      return shelves.pages.get(question.videoId)
    case 'oembed':
      // A page in place of data stands in place of this, too; of a video that was refused nothing more was recorded.
      return shelves.pages.get(question.videoId) ?? refusedVideo(shelves, question.videoId)
    case 'feed':
      return shelves.feeds.get(question.query)
    case 'timedtext':
      return shelves.pairs.get(keyOf(question)) ?? pairedCaptions(shelves, question.videoId)
    case 'search':
      // An unfiltered search shows everything that a filtered one does.
      return shelves.pairs.get(keyOf(question)) ?? shelves.pairs.get(keyOf({ ...question, type: '' }))
    default:
      return shelves.pairs.get(keyOf(question))
  }
}

/** The recording of the client that asks; else that of another one, for few videos were recorded with all of them. */
const playerAnswer = (
  { players }: Shelves,
  { videoId, client, isReel }: Extract<Question, { op: 'player' }>,
): Answer | undefined => {
  const recorded = players.get(videoId)
  const player = recorded?.find(one => one.client === client) ?? recorded?.find(isApp) ?? recorded?.[0]
  if (player === undefined) return undefined
  const { body, status, contentType } = player
  return bytes(contentType, isReel && body !== '{}' ? `{"playerResponse":${body}}` : body, status)
}

/** WEB is told less than the apps, so its recording stands in for no other client where there is a better one. */
const isApp = ({ client }: PlayerRecording): boolean => client !== 'WEB'

const refusedVideo = ({ players }: Shelves, videoId: string): Answer | undefined => {
  const recorded = players.get(videoId)
  return recorded && catalogued(videoId, recorded) === undefined ? bytes('text/plain', 'Unauthorized', 401) : undefined
}

const microformatOf = (players: PlayerRecording[] | undefined): Answer | undefined => {
  if (players === undefined) return undefined
  const found = players.map(({ body }) => at(parsed(body), 'microformat')).find(value => value !== undefined)
  return json(found === undefined ? {} : { microformat: found })
}

const pairedCaptions = ({ captions, pairing, players }: Shelves, videoId: string): Answer | undefined => {
  const lengthMs = lengthOf(players.get(videoId))
  if (lengthMs === null) return undefined
  const file = captions.get(pairing.get(videoId) ?? '') ?? bestMatch([...captions.values()], lengthMs)
  return file === undefined ? undefined : bytes('text/plain; charset=UTF-8', cutCaptions(file, lengthMs))
}

/** Without a pairing: the shortest file that fills the video, or the longest there is. */
const bestMatch = (files: Uint8Array[], lengthMs: number): Uint8Array | undefined => {
  const byLength = files.map(file => ({ file, endMs: captionsEndMs(file) })).sort((a, b) => a.endMs - b.endMs)
  return (byLength.find(({ endMs }) => endMs >= lengthMs * 0.9) ?? byLength.at(-1))?.file
}

const lengthOf = (players: PlayerRecording[] | undefined): number | null => {
  if (players === undefined) return null
  const lengths = players.map(({ body }) => Number(at(parsed(body), 'videoDetails', 'lengthSeconds') ?? 0))
  return Math.max(...lengths) * 1000
}

const catalogued = (videoId: string, players: PlayerRecording[] | undefined): CatalogueVideo | undefined => {
  const player = players?.find(({ body }) => typeof at(parsed(body), 'videoDetails', 'title') === 'string')
  if (player === undefined) return undefined
  const details = at(parsed(player.body), 'videoDetails')
  const text = (name: string) => String(at(details, name) ?? '')
  return {
    videoId,
    title: text('title'),
    description: text('shortDescription'),
    channelId: text('channelId'),
    channel: text('author'),
    durationSeconds: Number(text('lengthSeconds')),
    viewCount: Number(text('viewCount')),
    publishedAt: null,
    privacy: at(details, 'isPrivate') === true ? 'private' : 'public',
    broadcast: at(details, 'isLive') === true ? 'live' : at(details, 'isUpcoming') === true ? 'upcoming' : 'none',
    isAgeRestricted: false,
    picturePath: null,
    playerAnswer: player.body,
  }
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
