import { toShortDuration } from '@recaps/domain/duration'
import { createElement as h, type ReactNode, useContext } from 'react'
import { LetterheadContext } from '../../notifications/mail-parts.ts'
import type { Digest, DigestVideo } from './digest.ts'
import { styles } from './styles.ts'
import { displayTitle, truncateText } from './texts.ts'
import { videoUrlAt } from './video-link.ts'

/** Lists videos by title only, because they don't fit, failed, or have no summary. */
export function otherVideos(
  digest: Digest,
  { named, counted, isAfterOthers }: { named: readonly DigestVideo[]; counted: number; isAfterOthers: boolean },
): ReactNode[] {
  const { failed, listed } = digest
  const late = listed.filter(({ reason }) => reason === 'late')
  const overQuota = listed.filter(({ reason }) => reason === 'monthly_limit')
  return [
    h(Lines, {
      key: 'named',
      heading: isAfterOthers ? 'Also new' : 'New',
      lines: named.map(video => ({ ...video, facts: `${toShortDuration(Math.max(video.readMs, 60_000))} read` })),
      more: counted,
    }),
    h(Lines, {
      key: 'failed',
      heading: 'Couldn’t be summarized',
      ...limited(failed.map(video => ({ ...video, facts: video.sentence }))),
    }),
    h(Lines, {
      key: 'late',
      heading: `${late.length} more in progress`,
      note: 'You’ll find their summaries in the app when they’re ready.',
      ...limited(late),
    }),
    h(Lines, {
      key: 'over',
      heading: `${overQuota.length} more without a summary`,
      note: 'You’ve used all of your plan’s summaries for this month.',
      ...limited(overQuota),
    }),
  ]
}

interface Line {
  title: string
  channel: string
  videoId: string
  summaryId?: number
  facts?: string
}

/** Limit per list; the app shows all of them. */
const maxLines = 30
const limited = (lines: Line[]): { lines: Line[]; more: number } => ({
  lines: lines.slice(0, maxLines),
  more: Math.max(0, lines.length - maxLines),
})

function Lines({
  heading,
  note,
  lines,
  more,
}: {
  heading: string
  note?: string
  lines: Line[]
  more: number
}): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  if (lines.length + more === 0) return null
  return h(
    'div',
    null,
    h('h2', { style: styles.heading, className: 'text rule' }, heading),
    note && h('p', { style: styles.line, className: 'foot' }, note),
    ...lines.map(line => h(VideoLine, { key: line.videoId, line, publicUrl })),
    more > 0 &&
      h(
        'p',
        { style: styles.line, className: 'foot' },
        h(
          'a',
          { href: `${publicUrl}/tabs/history`, style: styles.lineLink, className: 'text' },
          lines.length > 0 ? `and ${more} more` : `${more} in the app`,
        ),
      ),
  )
}

/** Links to the summary, or to the video if it has none. */
function VideoLine({ line, publicUrl }: { line: Line; publicUrl: string }): ReactNode {
  const { title, channel, videoId, summaryId, facts } = line
  const href = summaryId === undefined ? videoUrlAt(videoId) : `${publicUrl}/history-detail/${summaryId}`
  return h(
    'p',
    { style: styles.line, className: 'foot' },
    h('a', { href, style: styles.lineLink, className: 'text' }, h('bdi', null, displayTitle(title))),
    h('br'),
    h('bdi', null, truncateText(channel, 100)),
    facts && ` · ${truncateText(facts, 300)}`,
  )
}
