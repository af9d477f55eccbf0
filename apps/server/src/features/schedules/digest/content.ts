import { toClock, toShortDuration } from '@recaps/domain/duration'
import { formatDate, formatTimeWithZone } from '@recaps/domain/format-date'
import { createElement as h, type ReactNode, useContext } from 'react'
import type { ShrinkableContent } from '../../notifications/mail-kind.ts'
import {
  bareButton,
  eyebrow,
  LetterheadContext,
  link,
  note,
  paragraph,
  parts,
  title,
} from '../../notifications/mail-parts.ts'
import type { Digest, DigestVideo } from './digest.ts'
import { otherVideos } from './other-videos.ts'
import { groupByStory } from './stories.ts'
import { styles } from './styles.ts'
import { displayTitle, newVideosText, shortDuration, timesLine, totalTimes, truncateText } from './texts.ts'
import { videoUrlAt } from './video-link.ts'

/** Limits beyond which videos never fit into a mail. They save grouping and rendering the rest, which is only counted. */
const maxComplete = 120
const maxNamed = 400
/** This many videos are shown completely before others are added by title: a digest is not a list of titles. */
const minComplete = 20

/**
 * The body of the digest. If it is too large, the last stories are reduced to their titles, and then only counted. A video is
 * never cut in the middle.
 */
export function digestContent(digest: Digest): ShrinkableContent {
  const stories = groupByStory(digest.videos.slice(0, maxNamed))
  const count = stories.length
  const firstComplete = stories.filter((_, at) => stories.slice(0, at + 1).flat().length <= minComplete).length
  return {
    maxStep: count + Math.min(count, maxComplete) - firstComplete,
    renderStep(step) {
      const completeCount = Math.min(step, firstComplete) + Math.max(0, step - count)
      const named = stories.slice(completeCount, Math.min(step, count)).flat()
      const shown = stories.slice(0, completeCount).flat().length + named.length
      return parts(
        opening(digest),
        ...stories.slice(0, completeCount).map((story, at) => h(Story, { story, key: at })),
        ...otherVideos(digest, { named, counted: digest.videos.length - shown, isAfterOthers: completeCount > 0 }),
        closing(digest),
      )
    },
  }
}

function opening(digest: Digest): ReactNode {
  const { videos, user, runId } = digest
  const greeting = user.firstName ? `Hi ${truncateText(user.firstName, 60)}, here` : 'Here'
  const { listenMs } = totalTimes(digest)
  return h(
    'div',
    null,
    runId === null && paragraph(sampleNote),
    eyebrow(dayOf(digest.dueAt, digest.timezone, 'always')),
    title(headline(digest)),
    videos.length > 0 && paragraph(`${greeting}’s what’s new: ${timesLine(digest)}`),
    listenMs !== null &&
      bareButton(`${videos.length > 1 ? 'Listen to all' : 'Listen'} · ${shortDuration(listenMs)}`, playPath(runId)),
  )
}

const playPath = (runId: number | null): string =>
  runId === null ? '/tabs/history?show=with_audio' : `/tabs/history?play=run-${runId}`

const sampleNote = 'This is what your digests will look like. We made this sample from your latest summaries.'

function headline({ videos, failed, listed }: Digest): string {
  if (videos.length === 0) return `${newVideosText(failed.length + listed.length)} without a summary`
  const channels = new Set(videos.map(({ channelId }) => channelId)).size
  const from = channels === 1 ? truncateText(videos[0]!.channel, 60) : `${channels} channels`
  return `${newVideosText(videos.length)} from ${from}`
}

function Story({ story: [first, ...others] }: { story: DigestVideo[] }): ReactNode {
  return h(
    'div',
    { style: styles.video, className: 'rule' },
    others.length > 0 &&
      h('p', { style: styles.story, className: 'name' }, `The same story on ${others.length + 1} channels`),
    h(Video, { video: first!, level: 'h2' }),
    ...others.map(video =>
      h(
        'div',
        { key: video.summaryId, style: styles.also, className: 'side' },
        h(
          'p',
          { style: styles.alsoOn, className: 'foot' },
          'Also on ',
          h('bdi', null, truncateText(video.channel, 100)),
        ),
        h(Video, { video, level: 'h3' }),
      ),
    ),
  )
}

function Video({ video, level }: { video: DigestVideo; level: 'h2' | 'h3' }): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  return h(
    'div',
    null,
    h(
      level,
      { dir: 'auto', style: level === 'h2' ? styles.title : styles.alsoTitle },
      h(
        'a',
        { href: `${publicUrl}/history-detail/${video.summaryId}`, style: styles.titleLink, className: 'text' },
        displayTitle(video.title),
      ),
    ),
    h(
      'p',
      { style: styles.facts, className: 'foot' },
      // The other videos of a story have their channel in the line above.
      level === 'h2' && h('bdi', null, truncateText(video.channel, 100)),
      level === 'h2' && separator,
      factsOf(video),
    ),
    video.points.length > 0 &&
      h('ul', { style: styles.points, className: 'text' }, ...video.points.map(point => pointOf(video.videoId, point))),
  )
}

const separator = ' · '

/** Non-breaking spaces keep each fact on one line. */
const factsOf = ({ durationMs, readMs, listenMs }: DigestVideo): string =>
  [
    durationMs !== null && `${toShortDuration(durationMs)} video`,
    `${toShortDuration(Math.max(readMs, 60_000))} read`,
    listenMs !== null && `${toShortDuration(listenMs)} listen`,
  ]
    .filter(fact => fact !== false)
    .map(fact => fact.replaceAll(' ', '\u00a0'))
    .join(separator)

const maxPointLength = 400

const pointOf = (videoId: string, { text, startMs }: DigestVideo['points'][number]): ReactNode =>
  h(
    'li',
    { key: `${startMs} ${text}`, style: styles.point },
    // The non-breaking space keeps the link on the same line as the last word.
    `${truncateText(text, maxPointLength)}\u00a0`,
    h('a', { href: videoUrlAt(videoId, startMs), style: styles.at, className: 'link at' }, toClock(startMs)),
  )

const closing = ({ nextRunAt, timezone }: Digest): ReactNode =>
  h(
    'div',
    { style: styles.video, className: 'rule' },
    nextRunAt && paragraph(`Next digest: ${dayOf(nextRunAt, timezone)} at ${formatTimeWithZone(nextRunAt, timezone)}`),
    note(link('Manage your channels and schedule', '/tabs/dashboard')),
  )

const dayOf = (at: Date, timeZone: string, year?: 'always'): string =>
  formatDate(at, { timeZone, weekday: 'long', ...(year && { year }) })
