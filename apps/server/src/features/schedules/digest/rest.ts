import { toShortLength } from '@recaps/domain/duration'
import { createElement as h, type ReactNode, useContext } from 'react'
import { LetterheadContext } from '../../notifications/mail-parts.ts'
import type { Digest, DigestVideo } from './digest.ts'
import { styles } from './styles.ts'
import { videoAt } from './video-at.ts'
import { cut, shownTitle } from './words.ts'

/** Everything that stands by its title alone: what did not fit, what failed, and what has no summary. */
export function rest(
  digest: Digest,
  { named, counted, isAfterOthers }: { named: readonly DigestVideo[]; counted: number; isAfterOthers: boolean },
): ReactNode[] {
  const { failed, listed } = digest
  const late = listed.filter(({ reason }) => reason === 'late')
  const over = listed.filter(({ reason }) => reason === 'monthly_limit')
  return [
    h(Lines, {
      key: 'named',
      heading: isAfterOthers ? 'Also new' : 'New',
      lines: named.map(video => ({ ...video, facts: `${toShortLength(Math.max(video.readMs, 60_000))} read` })),
      more: counted,
    }),
    h(Lines, {
      key: 'failed',
      heading: 'Could not be summarized',
      ...most(failed.map(told => ({ ...told, facts: told.sentence }))),
    }),
    h(Lines, {
      key: 'late',
      heading: `${late.length} more still in work`,
      says: 'Their summaries will be in your list when they are done.',
      ...most(late),
    }),
    h(Lines, {
      key: 'over',
      heading: `${over.length} more without summary`,
      says: 'Your plan’s monthly summaries are used up.',
      ...most(over),
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

/** Each list by itself is short; the app has all of them. */
const mostLines = 30
const most = (lines: Line[]): { lines: Line[]; more: number } => ({
  lines: lines.slice(0, mostLines),
  more: Math.max(0, lines.length - mostLines),
})

function Lines({
  heading,
  says,
  lines,
  more,
}: {
  heading: string
  says?: string
  lines: Line[]
  more: number
}): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  if (lines.length + more === 0) return null
  return h(
    'div',
    null,
    h('h2', { style: styles.heading, className: 'text rule' }, heading),
    says && h('p', { style: styles.line, className: 'foot' }, says),
    ...lines.map(line => h(Named, { key: line.videoId, line, publicUrl })),
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

/** A summary leads to its page, what has none to its video. */
function Named({ line, publicUrl }: { line: Line; publicUrl: string }): ReactNode {
  const { title, channel, videoId, summaryId, facts } = line
  const href = summaryId === undefined ? videoAt(videoId) : `${publicUrl}/history-detail/${summaryId}`
  return h(
    'p',
    { style: styles.line, className: 'foot' },
    h('a', { href, style: styles.lineLink, className: 'text' }, h('bdi', null, shownTitle(title))),
    h('br'),
    h('bdi', null, cut(channel, 100)),
    facts && ` · ${cut(facts, 300)}`,
  )
}
