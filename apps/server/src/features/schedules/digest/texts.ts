import { toShortDuration } from '@recaps/domain/duration'
import { plainLine } from '@recaps/domain/plain-text'
import type { Digest } from './digest.ts'

/** For example `5 new videos: 42 minutes to watch, 6 to read`. Rounded so that it never promises too much. */
export function digestSubject(digest: Digest): string {
  const { videos, failed, listed } = digest
  if (videos.length === 0) {
    const others = newVideosText(failed.length + listed.length)
    return listed.length > 0 ? `${others}, titles only` : `${others} we couldn’t summarize`
  }
  if (videos.length === 1) return `1 new video: ${truncateText(videos[0]!.title, subjectTitleLength)}`
  const { watchMs, readMs } = totalTimes(digest)
  const times = watchMs === null ? `${roundedUp(readMs)} to read` : subjectTimes(watchMs, readMs)
  return `${newVideosText(videos.length)}: ${times}`
}

/** Preview line that mail apps show after the subject: the titles. */
export const digestPreview = ({ videos, failed, listed }: Digest): string =>
  truncateText(
    [...videos, ...failed, ...listed].map(({ title }) => truncateText(title, subjectTitleLength)).join(' · '),
    previewLength,
  )

/** For example `42 minutes of video, summed up in 6 minutes of reading or 18 minutes of listening.` */
export function timesLine(digest: Digest): string {
  const { watchMs, readMs, listenMs } = totalTimes(digest)
  const watching = watchMs === null ? '' : `${roundedDown(watchMs)} of video, summed up in `
  const listening = listenMs === null ? '' : ` or ${roundedUp(listenMs)} of listening`
  return `${watching}${roundedUp(readMs)} of reading${listening}.`
}

/** The same value as in `timesLine`, short enough for a button. */
export const shortDuration = (ms: number): string => toShortDuration(Math.ceil(ms / minuteMs) * minuteMs)

export const newVideosText = (count: number): string => `${count} new ${count === 1 ? 'video' : 'videos'}`

/** Totals of all videos. `watchMs` is null if a length is unknown or reading saves no time, `listenMs` if there is no audio. */
export function totalTimes({ videos }: Digest): { watchMs: number | null; readMs: number; listenMs: number | null } {
  const sum = (all: (number | null)[]) => all.reduce<number>((total, each) => total + (each ?? 0), 0)
  const readMs = sum(videos.map(video => video.readMs))
  const watchMs = sum(videos.map(video => video.durationMs))
  const savesTime = videos.every(video => video.durationMs !== null) && watchMs > readMs + minuteMs
  return {
    watchMs: savesTime ? watchMs : null,
    readMs,
    listenMs: videos.some(video => video.listenMs !== null) ? sum(videos.map(video => video.listenMs)) : null,
  }
}

/** A title as shown in the mail. YouTube limits titles to 100 characters, so the cut only affects bad data. */
export const displayTitle = (title: string): string => truncateText(title, 160) || 'Untitled'

/** One line of at most `most` graphemes. Code units are limited too, because an emoji can have a dozen of them. */
export function truncateText(text: string, most: number): string {
  const line = plainLine(text)
  const isComplete = text.length <= plainLineLimit
  if (isComplete && line.length <= most) return line
  const starts = [...graphemes.segment(line)].map(({ index }) => index)
  const fit = starts.filter((start, at) => at < most && start < most * unitsPerGrapheme)
  if (isComplete && fit.length === starts.length) return line
  return `${line.slice(0, fit.at(-1) ?? 0).trimEnd()}…`
}

const unitsPerGrapheme = 3
const graphemes = new Intl.Segmenter('en')
/** `plainLine` cuts longer texts, even inside a grapheme. */
const plainLineLimit = 300
const subjectTitleLength = 70
const previewLength = 160
const minuteMs = 60_000
/** From two hours on, durations are shown in hours only. */
const maxMinutesShown = 120

const subjectTimes = (watchMs: number, readMs: number): string => {
  const isInMinutes = watchMs < maxMinutesShown * minuteMs
  return isInMinutes
    ? `${roundedDown(watchMs)} to watch, ${Math.max(1, Math.ceil(readMs / minuteMs))} to read`
    : `${roundedDown(watchMs)} to watch, ${roundedUp(readMs)} to read`
}

const roundedDown = (ms: number): string => durationText(ms, Math.floor)
const roundedUp = (ms: number): string => durationText(ms, Math.ceil)

function durationText(ms: number, round: (value: number) => number): string {
  const minutes = Math.max(1, round(ms / minuteMs))
  if (minutes < maxMinutesShown) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${round(minutes / 60)} hours`
}
