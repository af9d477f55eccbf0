import type { SummaryContent } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { length } from '../../../ui/time.ts'
import { modelOf } from '../engine.ts'
import { isReadToEnd, stretches } from './coverage.ts'
import { spokenLanguage } from './spoken-language.ts'
import { texts } from './texts.ts'

/** Why the summary can be trusted: what was read, what was left out, how much of it was checked, and who reads it aloud. */
export function Proof({ content, children }: { content: SummaryContent; children: ReactNode }) {
  const { coverage, support, promotion, transcript, cut } = content
  const read = isReadToEnd(content)
    ? texts.readAll(toClock(coverage.durationMs))
    : texts.readPart(toClock(coverage.readMs), toClock(coverage.durationMs))
  const notEnglishMs = coverage.notEnglish.reduce((sum, span) => sum + span.endMs - span.startMs, 0)
  const language = spokenLanguage(content)
  const model = modelOf(content.engine)
  return (
    <section className="proof" aria-label={texts.coverage}>
      <svg className="proof__bar" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label={read}>
        {stretches(content).map(({ kind, from, width }) => (
          <rect key={`${kind} ${from}`} className={`proof__${kind}`} x={from} width={width} height={10} />
        ))}
      </svg>
      <ul className="proof__facts">
        <li>
          <Icon name="check" />
          {texts.support(support.verified, support.total)}
        </li>
        <li>{read}</li>
        {promotion.totalMs > 0 && <li>{texts.promotion(lengthOf(promotion.totalMs))}</li>}
        {notEnglishMs > 0 && <li>{texts.notEnglish(lengthOf(notEnglishMs))}</li>}
        <li>{texts.source[transcript.kind]}</li>
        {language !== null && <li>{texts.spoken(language)}</li>}
        <li className="proof__writer">{model ? texts.byModel(model) : texts.byBuiltIn}</li>
      </ul>
      {support.verified < support.total && <p className="proof__note">{texts.weakMeaning}</p>}
      {cut && <p className="proof__note">{texts.cut(coverage.leftOut)}</p>}
      {children}
    </section>
  )
}

/** `6:41`, and `2 h 10 min` for what is long. */
const lengthOf = (ms: number) => (ms < 3_600_000 ? toClock(ms) : length(ms))
