import { toShortLength } from '@recaps/domain/duration'
import { plainLine } from '@recaps/domain/plain-text'
import type { Digest } from './digest.ts'

/** `5 new videos, 42 minutes in 6`: never more than is true. */
export function subjectOf(digest: Digest): string {
  const { videos, failed, listed } = digest
  if (videos.length === 0) {
    const others = newVideos(failed.length + listed.length)
    return listed.length > 0 ? `${others}, by title only` : `${others}, not summarized`
  }
  if (videos.length === 1) return `1 new video: ${cut(videos[0]!.title, mostOfSubject)}`
  const { watchMs, readMs } = timesOf(digest)
  const promise = watchMs === null ? `${upwards(readMs)} to read` : inShort(watchMs, readMs)
  return `${newVideos(videos.length)}, ${promise}`
}

/** The line behind the subject: what it is about. */
export const previewOf = ({ videos, failed, listed }: Digest): string =>
  cut([...videos, ...failed, ...listed].map(({ title }) => cut(title, mostOfSubject)).join(' · '), mostOfPreview)

/** `42 minutes of video in 6 minutes of reading, or 18 minutes of listening.` */
export function timesLine(digest: Digest): string {
  const { watchMs, readMs, listenMs } = timesOf(digest)
  const watching = watchMs === null ? '' : `${downwards(watchMs)} of video in `
  const listening = listenMs === null ? '' : `, or ${upwards(listenMs)} of listening`
  return `${watching}${upwards(readMs)} of reading${listening}.`
}

/** The same number as in the line, short enough for a button. */
export const shortly = (ms: number): string => toShortLength(Math.ceil(ms / minuteMs) * minuteMs)

export const newVideos = (count: number): string => `${count} new ${count === 1 ? 'video' : 'videos'}`

/** All of it together. Null: it is not known of each video, or there is no sound, or watching takes no longer than reading. */
export function timesOf({ videos }: Digest): { watchMs: number | null; readMs: number; listenMs: number | null } {
  const sum = (all: (number | null)[]) => all.reduce<number>((total, each) => total + (each ?? 0), 0)
  const readMs = sum(videos.map(video => video.readMs))
  const watchMs = sum(videos.map(video => video.durationMs))
  const isWorth = videos.every(video => video.durationMs !== null) && watchMs > readMs + minuteMs
  return {
    watchMs: isWorth ? watchMs : null,
    readMs,
    listenMs: videos.some(video => video.listenMs !== null) ? sum(videos.map(video => video.listenMs)) : null,
  }
}

/** What a title is shown of; YouTube has none of more than 100 characters. */
export const shownTitle = (title: string): string => cut(title, 160) || 'Untitled'

/** As one line of at most so many signs, and no half of an emoji: those take up to a dozen letters, which count as well. */
export function cut(text: string, most: number): string {
  const line = plainLine(text)
  const isWhole = text.length <= plainLineKeeps
  if (isWhole && line.length <= most) return line
  const starts = [...graphemes.segment(line)].map(({ index }) => index)
  const fit = starts.filter((start, at) => at < most && start < most * lettersOfSign)
  if (isWhole && fit.length === starts.length) return line
  return `${line.slice(0, fit.at(-1) ?? 0).trimEnd()}…`
}

const lettersOfSign = 3
const graphemes = new Intl.Segmenter('en')
/** It cuts what is longer, wherever that is. */
const plainLineKeeps = 300
const mostOfSubject = 70
const mostOfPreview = 160
const minuteMs = 60_000
/** From two hours on nobody counts minutes. */
const inHoursFrom = 120

const inShort = (watchMs: number, readMs: number): string => {
  const isInMinutes = watchMs < inHoursFrom * minuteMs
  return isInMinutes
    ? `${downwards(watchMs)} in ${Math.max(1, Math.ceil(readMs / minuteMs))}`
    : `${downwards(watchMs)} in ${upwards(readMs)}`
}

const downwards = (ms: number): string => spoken(ms, Math.floor)
const upwards = (ms: number): string => spoken(ms, Math.ceil)

function spoken(ms: number, rounded: (value: number) => number): string {
  const minutes = Math.max(1, rounded(ms / minuteMs))
  if (minutes < inHoursFrom) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${rounded(minutes / 60)} hours`
}
