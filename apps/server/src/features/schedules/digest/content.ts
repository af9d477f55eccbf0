import { toClock, toShortLength } from '@recaps/domain/duration'
import { timeOfZone, writtenDay } from '@recaps/domain/written-date'
import { createElement as h, type ReactNode, useContext } from 'react'
import type { Shrinkable } from '../../notifications/mail-kind.ts'
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
import { rest } from './rest.ts'
import { storiesOf } from './stories.ts'
import { styles } from './styles.ts'
import { videoAt } from './video-at.ts'
import { cut, newVideos, shortly, shownTitle, timesLine, timesOf } from './words.ts'

/** No more of them would fit: nobody need compare or draw what is only counted. */
const mostWhole = 120
const mostNamed = 400
/** So many videos are whole before any other is named: a digest is no list of titles. */
const surelyWhole = 20

/**
 * The digest in its frame. Where it is too large, the last of its stories lose their points and stand by their titles, and
 * where that is too much, they are counted: a video is never cut in the middle.
 */
export function digestContent(digest: Digest): Shrinkable {
  const stories = storiesOf(digest.videos.slice(0, mostNamed))
  const count = stories.length
  const first = stories.filter((_, at) => stories.slice(0, at + 1).flat().length <= surelyWhole).length
  return {
    most: count + Math.min(count, mostWhole) - first,
    show(step) {
      const whole = Math.min(step, first) + Math.max(0, step - count)
      const named = stories.slice(whole, Math.min(step, count)).flat()
      const shown = stories.slice(0, whole).flat().length + named.length
      return parts(
        opening(digest),
        ...stories.slice(0, whole).map((story, at) => h(Story, { story, key: at })),
        ...rest(digest, { named, counted: digest.videos.length - shown, isAfterOthers: whole > 0 }),
        closing(digest),
      )
    },
  }
}

function opening(digest: Digest): ReactNode {
  const { videos, user, runId } = digest
  const greeting = user.firstName ? `Hello ${cut(user.firstName, 60)}, here` : 'Here'
  const { listenMs } = timesOf(digest)
  return h(
    'div',
    null,
    runId === null && paragraph(sampleNote),
    eyebrow(dayOf(digest.dueAt, digest.timezone, 'always')),
    title(headline(digest)),
    videos.length > 0 && paragraph(`${greeting} is what is new: ${timesLine(digest)}`),
    listenMs !== null &&
      bareButton(`${videos.length > 1 ? 'Listen to all' : 'Listen'} · ${shortly(listenMs)}`, playing(runId)),
  )
}

const playing = (runId: number | null): string =>
  runId === null ? '/tabs/history?show=with_audio' : `/tabs/history?play=run-${runId}`

const sampleNote =
  'This is a sample: your digests will look like this. It is made of your newest summaries, and no channel was asked for it.'

function headline({ videos, failed, listed }: Digest): string {
  if (videos.length === 0) return `${newVideos(failed.length + listed.length)}, without summaries`
  const channels = new Set(videos.map(({ channelId }) => channelId)).size
  const from = channels === 1 ? cut(videos[0]!.channel, 60) : `${channels} channels`
  return `${newVideos(videos.length)} from ${from}`
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
        h('p', { style: styles.alsoOn, className: 'foot' }, 'Also on ', h('bdi', null, cut(video.channel, 100))),
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
        shownTitle(video.title),
      ),
    ),
    h(
      'p',
      { style: styles.facts, className: 'foot' },
      // Above the others of a story it is named already.
      level === 'h2' && h('bdi', null, cut(video.channel, 100)),
      level === 'h2' && separator,
      factsOf(video),
    ),
    video.points.length > 0 &&
      h('ul', { style: styles.points, className: 'text' }, ...video.points.map(point => pointOf(video.videoId, point))),
  )
}

const separator = ' · '

/** Each of them stays on one line. */
const factsOf = ({ durationMs, readMs, listenMs }: DigestVideo): string =>
  [
    durationMs !== null && `${toShortLength(durationMs)} video`,
    `${toShortLength(Math.max(readMs, 60_000))} read`,
    listenMs !== null && `${toShortLength(listenMs)} listen`,
  ]
    .filter(fact => fact !== false)
    .map(fact => fact.replaceAll(' ', '\u00a0'))
    .join(separator)

const mostOfPoint = 400

const pointOf = (videoId: string, { text, startMs }: DigestVideo['points'][number]): ReactNode =>
  h(
    'li',
    { key: `${startMs} ${text}`, style: styles.point },
    // Where it breaks, its last word goes with it.
    `${cut(text, mostOfPoint)}\u00a0`,
    h('a', { href: videoAt(videoId, startMs), style: styles.at, className: 'link at' }, toClock(startMs)),
  )

const closing = ({ nextRunAt, timezone }: Digest): ReactNode =>
  h(
    'div',
    { style: styles.video, className: 'rule' },
    nextRunAt && paragraph(`Next digest: ${dayOf(nextRunAt, timezone)} at ${timeOfZone(nextRunAt, timezone)}`),
    note(link('Change what you follow, and when', '/tabs/dashboard')),
  )

const dayOf = (at: Date, timeZone: string, year?: 'always'): string =>
  writtenDay(at, { timeZone, weekday: 'long', ...(year && { year }) })
