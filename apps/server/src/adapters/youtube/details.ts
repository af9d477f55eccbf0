import { clockMs } from '@recaps/domain/duration'
import { plainLine, plainText } from '@recaps/domain/plain-text'
import type { VideoDetails } from '@recaps/domain/video-details'
import type { PlayerBody } from './player-body.ts'
import { readableTracks } from './tracks.ts'

/** What the player answer of a playable video tells about it; null when not even a title is there. */
export const detailsFrom = (body: PlayerBody): VideoDetails | null => {
  const { videoDetails: video, captions, microformat } = body
  if (video?.title === undefined) return null
  const description = video.shortDescription === undefined ? null : plainText(video.shortDescription)
  const durationMs = (video.lengthSeconds ?? 0) * 1000
  const page = microformat?.playerMicroformatRenderer
  return {
    videoId: video.videoId,
    title: plainLine(video.title),
    channelId: video.channelId ?? null,
    channel: plainLine(video.author ?? ''),
    description,
    durationMs: durationMs > 0 ? durationMs : null,
    viewCount: video.viewCount ?? null,
    publishedAt: page?.publishDate ?? null,
    // An unlisted video is the one that search engines are kept away from.
    isPublic: video.isPrivate !== true && page?.isUnlisted !== true && video.isCrawlable === true,
    chapters: chaptersIn(description ?? '', durationMs),
    captionLanguages: readableTracks(captions?.playerCaptionsTracklistRenderer ?? {}),
  }
}

const MIN_CHAPTERS = 3
const MIN_CHAPTER_MS = 10_000

/**
 * Chapters as YouTube itself finds them in a description: at least three lines with rising stamps, the first `0:00`, each
 * chapter at least 10 s long (support.google.com/youtube/answer/9884579). Otherwise there are none.
 */
export const chaptersIn = (description: string, durationMs: number): VideoDetails['chapters'] => {
  const chapters = description
    .slice(0, 20_000)
    .split('\n')
    .map(readChapter)
    .filter(chapter => chapter !== null)
  const first = chapters.findIndex(chapter => chapter.startMs === 0)
  const list = first < 0 ? [] : chapters.slice(first)
  const rises = list.every(({ startMs }, at) => {
    const endMs = list[at + 1]?.startMs ?? durationMs
    return endMs - startMs >= MIN_CHAPTER_MS
  })
  return list.length >= MIN_CHAPTERS && rises ? list : []
}

const stamp = /(?<![\d:])(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?![\d:])/
const aroundTitle = /^[\s\-–—:|•·.()[\]]+|[\s\-–—:|•·([]+$/g

const readChapter = (line: string): { title: string; startMs: number } | null => {
  const text = line.slice(0, 300)
  const found = stamp.exec(text)
  if (found === null) return null
  const before = text.slice(0, found.index).replace(aroundTitle, '')
  const after = text.slice(found.index + found[0].length).replace(aroundTitle, '')
  // The stamp opens the line ("0:00 Intro") or ends it ("Intro - 0:00"); in the midst of a sentence it is a mention.
  const title = before === '' || /^\d{1,3}[.)]?$/.test(before) ? after : after === '' ? before : ''
  const startMs = clockMs(found[0])
  return title === '' || startMs === null ? null : { title, startMs }
}
