import { ApiError, type Preview } from '@recaps/contract'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { withUnknownTypes } from '../../../device/file-input-types.ts'
import { isReadable } from '../progress.ts'
import { getLinkReader } from './link-reader.ts'

/** Content of the box; `loading` until the link reader has loaded. */
export type BoxInput =
  | { kind: 'empty' }
  | { kind: 'loading' }
  /** `hasSkippedLinks`: some links are not summarized; `overLimit` of them are videos beyond the maximum. */
  | { kind: 'videos'; videoIds: readonly string[]; overLimit: number; hasSkippedLinks: boolean }
  | { kind: 'search'; query: string }
  | { kind: 'wrong_link' }

/** Maximum number of links at once. */
export const maxLinks = 20

export function readInput(text: string): BoxInput {
  const read = getLinkReader()
  if (!read) return { kind: text.trim() === '' ? 'empty' : 'loading' }
  const { videos, refused } = read(text)
  if (videos.length > 0) {
    const videoIds = videos.slice(0, maxLinks).map(video => video.videoId)
    const overLimit = videos.length - videoIds.length
    return { kind: 'videos', videoIds, overLimit, hasSkippedLinks: overLimit + refused.length > 0 }
  }
  if (refused.length > 0) return { kind: 'wrong_link' }
  const query = text.trim().replace(/\s+/g, ' ')
  return query.length < 2 ? { kind: 'empty' } : { kind: 'search', query }
}

export function videoIdsIn(text: string): readonly string[] {
  const input = readInput(text)
  return input.kind === 'videos' ? input.videoIds : []
}

/** The pasted link that contains this video id, or the id itself. */
export const findPastedLink = (text: string, videoId: string): string =>
  text.split(/\s+/).find(word => word.includes(videoId)) ?? videoId

/** Removes the requested text from the current text, except `keptLinks`. Text typed since the request stays. */
export function removeRequestedLinks(current: string, requested: string, keptLinks: readonly string[]): string {
  const requestedWords = requested.split(/\s+/)
  return current
    .replace(/\s*\S+/g, word => (requestedWords.includes(word.trim()) && !keptLinks.includes(word.trim()) ? '' : word))
    .trimStart()
}

/** Converts an error to a problem. Uses `fallback` as its sentence if the server sent no specific message. */
export function problemWithFallback(error: unknown, fallback: string): Problem {
  const problem = toProblem(error)
  const isUnknown = error instanceof ApiError && (!error.body?.error || problem.code === 'internal')
  return isUnknown ? { ...problem, sentence: fallback } : problem
}

/**
 * Text for the box from the query string, which our own links and shares from other apps set. Apps put the link into different
 * parameters, so YouTube links in any of them win if one is a video, without duplicates; then any other link, then the text itself.
 */
export function readSharedText(search: URLSearchParams): string {
  const parts = ['url', 'text', 'title'].map(name => search.get(name)?.trim() ?? '')
  const links = parts
    .flatMap(part => part.match(/https?:\/\/[^\s<>"]+/g) ?? [])
    .map(link => link.replace(/[).,;!?\]]+$/, ''))
  const read = getLinkReader()
  if (!read) return links[0] ?? parts.find(Boolean) ?? ''
  const youtubeLinks = new Map<string, string>()
  for (const link of links) {
    const { videos, refused } = read(link)
    const key = videos[0]?.videoId ?? link
    if (!refused.includes('not_youtube') && !youtubeLinks.has(key)) youtubeLinks.set(key, link)
  }
  const text = [...youtubeLinks.values()].join('\n')
  return videoIdsIn(text).length > 0 ? text : (links[0] ?? parts.find(Boolean) ?? '')
}

/** The server's limits, checked here so that a large file is rejected before the upload. */
const maxCaptionsBytes = 5 * 1024 * 1024
const maxRecordingBytes = 500 * 1000 * 1000

const recordingExtensions = ['mp3', 'm4a', 'mp4', 'mov', 'ogg', 'oga', 'opus', 'webm', 'mkv', 'wav', 'flac', 'aac']
const captionTypes = withUnknownTypes(
  '.vtt,.srt,.sbv,.ass,.ssa,.lrc,.ttml,.json3,.json,.xml,.srv1,.txt,text/vtt,text/plain',
)

/** Value of `accept` for the file input. Recordings are accepted only if the server has a transcriber. */
export const acceptedFileTypes = (hasTranscriber: boolean): string =>
  hasTranscriber
    ? `${captionTypes},audio/*,video/*,${recordingExtensions.map(extension => `.${extension}`).join()}`
    : captionTypes

/** A guess by type and extension; the server checks the content. */
export const fileKind = ({ name, type }: Pick<File, 'name' | 'type'>): 'recording' | 'captions' =>
  /^(audio|video)\//.test(type) || recordingExtensions.includes(name.split('.').at(-1)!.toLowerCase())
    ? 'recording'
    : 'captions'

/** Whether the server would reject the file for its size. */
export const isTooLarge = (file: Pick<File, 'name' | 'type' | 'size'>): boolean =>
  file.size > (fileKind(file) === 'recording' ? maxRecordingBytes : maxCaptionsBytes)

/** The existing summary with the same length and focus, which a new request would return. */
export const findSameSummary = ({ existing, preset }: Preview, focus: string) =>
  existing.find(
    summary =>
      summary.preset === preset &&
      (summary.focus ?? '') === focus.trim() &&
      summary.state !== 'failed' &&
      summary.state !== 'cancelled',
  )

/** A readable summary of the same video in another length. */
export const findOtherLength = ({ existing, preset }: Preview) =>
  existing.find(summary => summary.preset !== preset && isReadable(summary.state))

/** Limit of the API, in characters. */
export const maxFocusLength = 200
