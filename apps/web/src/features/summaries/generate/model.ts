import { ApiError, type Preview } from '@recaps/contract'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { withUnknown } from '../../../device/offered-types.ts'
import { isReadable } from '../progress.ts'
import { linkReader } from './link-reader.ts'

/** What stands in the box; `unread` until the reader of links is there. */
export type Input =
  | { kind: 'nothing' }
  | { kind: 'unread' }
  /** `isPartly`: with it stand links that no summary is made of; of them `leftOut` are videos beyond the most. */
  | { kind: 'videos'; videoIds: readonly string[]; leftOut: number; isPartly: boolean }
  | { kind: 'words'; query: string }
  | { kind: 'wrong_link' }

/** The most links that are taken at once. */
export const mostLinks = 20

export function readInput(text: string): Input {
  const read = linkReader()
  if (!read) return { kind: text.trim() === '' ? 'nothing' : 'unread' }
  const { videos, refused } = read(text)
  if (videos.length > 0) {
    const videoIds = videos.slice(0, mostLinks).map(video => video.videoId)
    const leftOut = videos.length - videoIds.length
    return { kind: 'videos', videoIds, leftOut, isPartly: leftOut + refused.length > 0 }
  }
  if (refused.length > 0) return { kind: 'wrong_link' }
  const query = text.trim().replace(/\s+/g, ' ')
  return query.length < 2 ? { kind: 'nothing' } : { kind: 'words', query }
}

export function videosIn(text: string): readonly string[] {
  const input = readInput(text)
  return input.kind === 'videos' ? input.videoIds : []
}

/** The link of a video as it was pasted. */
export const pastedOf = (text: string, videoId: string): string =>
  text.split(/\s+/).find(word => word.includes(videoId)) ?? videoId

/** Takes out of the box what stood in it when it was asked for, but for what is left of that: what was typed since stays. */
export function withoutDone(now: string, asked: string, left: readonly string[]): string {
  const before = asked.split(/\s+/)
  return now
    .replace(/\s*\S+/g, word => (before.includes(word.trim()) && !left.includes(word.trim()) ? '' : word))
    .trimStart()
}

/** A failure for which the service has no words is told at least by what did not work. */
export function explained(error: unknown, otherwise: string): Problem {
  const problem = problemOf(error)
  const isUnknown = error instanceof ApiError && (!error.body?.error || problem.code === 'internal')
  return isUnknown ? { ...problem, sentence: otherwise } : problem
}

/**
 * What the address brings into the box: a link of ours, or what another app shared. YouTube shares its link as text, others a title
 * with it, so links of YouTube count wherever they stand, each video once, where one leads to a video; then any link, then the words.
 */
export function broughtText(search: URLSearchParams): string {
  const parts = ['url', 'text', 'title'].map(name => search.get(name)?.trim() ?? '')
  const links = parts
    .flatMap(part => part.match(/https?:\/\/[^\s<>"]+/g) ?? [])
    .map(link => link.replace(/[).,;!?\]]+$/, ''))
  const read = linkReader()
  if (!read) return links[0] ?? parts.find(Boolean) ?? ''
  const ofYouTube = new Map<string, string>()
  for (const link of links) {
    const { videos, refused } = read(link)
    const name = videos[0]?.videoId ?? link
    if (!refused.includes('not_youtube') && !ofYouTube.has(name)) ofYouTube.set(name, link)
  }
  const text = [...ofYouTube.values()].join('\n')
  return videosIn(text).length > 0 ? text : (links[0] ?? parts.find(Boolean) ?? '')
}

/** Mirror the server's limits, so that a large file is refused before it is sent. */
const largestCaptionsBytes = 5 * 1024 * 1024
const largestSoundBytes = 500 * 1000 * 1000

const soundNames = ['mp3', 'm4a', 'mp4', 'mov', 'ogg', 'oga', 'opus', 'webm', 'mkv', 'wav', 'flac', 'aac']
const captionTypes = withUnknown('.vtt,.srt,.sbv,.ass,.ssa,.lrc,.ttml,.json3,.json,.xml,.srv1,.txt,text/vtt,text/plain')

/** What the file chooser offers; recordings only to a service that listens. */
export const offeredTypes = (listens: boolean): string =>
  listens ? `${captionTypes},audio/*,video/*,${soundNames.map(name => `.${name}`).join()}` : captionTypes

/** What a file seems to be. The service looks at its bytes. */
export const fileKind = ({ name, type }: Pick<File, 'name' | 'type'>): 'recording' | 'captions' =>
  /^(audio|video)\//.test(type) || soundNames.includes(name.split('.').at(-1)!.toLowerCase()) ? 'recording' : 'captions'

/** Whether there is no use in sending it. */
export const isTooLarge = (file: Pick<File, 'name' | 'type' | 'size'>): boolean =>
  file.size > (fileKind(file) === 'recording' ? largestSoundBytes : largestCaptionsBytes)

/** The entry that asking for the same again leads to: in the same length, with the same focus. */
export const entryOfThis = ({ existing, preset }: Preview, focus: string) =>
  existing.find(
    entry =>
      entry.preset === preset &&
      (entry.focus ?? '') === focus.trim() &&
      entry.state !== 'failed' &&
      entry.state !== 'cancelled',
  )

/** What there is to read of the video already, shorter or longer than asked for. */
export const entryInAnotherLength = ({ existing, preset }: Preview) =>
  existing.find(entry => entry.preset !== preset && isReadable(entry.state))

/** As the contract has it. */
export const longestFocus = 200
