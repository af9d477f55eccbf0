import type { SummaryContent } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import type { ReactNode } from 'react'
import { hasRail, useMediaQuery } from '../../../device/media-query.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { formatLongDuration } from '../../../ui/time.ts'
import { modelName } from '../engine.ts'
import { spokenLanguage } from '../video-facts.ts'
import { coverageSegments, isReadToEnd } from './coverage.ts'
import { texts } from './texts.ts'

interface Props {
  content: SummaryContent
  /** Whether the layout places it beside the text on wide screens. */
  isBeside: boolean
  children: ReactNode
}

/**
 * Why the summary can be trusted: how many sentences were checked, what was read and skipped, and where the text and voice come
 * from. Collapsed on narrow screens.
 */
export function Proof({ content, isBeside, children }: Props) {
  const { coverage, support, promotion, transcript, cut } = content
  const read = isReadToEnd(content)
    ? texts.readAll(toClock(coverage.durationMs))
    : texts.readPart(toClock(coverage.readMs), toClock(coverage.durationMs))
  const notEnglishMs = coverage.notEnglish.reduce((sum, span) => sum + span.endMs - span.startMs, 0)
  const language = spokenLanguage(transcript.language)
  const model = modelName(content.engine)
  const isUnfolded = useMediaQuery(hasRail) && isBeside
  return (
    <section className="proof" aria-label={texts.coverage}>
      <svg className="proof__bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label={read}>
        {coverageSegments(content).map(({ kind, from, width }) => (
          <rect key={`${kind} ${from}`} className={`proof__${kind}`} x={from} width={width} height={10} />
        ))}
      </svg>
      <details className="proof__fold fold" open={isUnfolded}>
        <summary className="proof__support fold__title">
          <Icon name="check" />
          {proofHeadline(content)}
        </summary>
        <ul className="proof__facts">
          <li>{read}</li>
          {promotion.totalMs > 0 && <li>{texts.promotion(formatDuration(promotion.totalMs))}</li>}
          {notEnglishMs > 0 && <li>{texts.notEnglish(formatDuration(notEnglishMs))}</li>}
          <li>{texts.source[transcript.kind]}</li>
          {language !== null && <li>{texts.spoken(language)}</li>}
          <li className="proof__writer">{model ? texts.byModel(model) : texts.byBuiltIn}</li>
          <li>{texts.barMeaning}</li>
          {support.verified < support.total && <li>{texts.weakMeaning}</li>}
          {cut && <li>{texts.cut(coverage.leftOut)}</li>}
        </ul>
        {children}
      </details>
    </section>
  )
}

/**
 * Headline of the proof. The built-in engine quotes its sentences; for language models it is the number of sentences judged
 * against the video. Older summaries lack that number, so the verified ones are counted.
 */
function proofHeadline({ engine, support: { verified, total, judged = verified } }: SummaryContent): string {
  return modelName(engine) === null ? texts.quoted(verified, total) : texts.checked(judged, total)
}

/** `6:41`, or `2 h 10 min` from one hour. */
const formatDuration = (ms: number) => (ms < 3_600_000 ? toClock(ms) : formatLongDuration(ms))
