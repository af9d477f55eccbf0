import type { SummaryItem } from '@recaps/contract'
import { problemOfSummary } from '../../api/problem.ts'
import { dayAndTime, timeOrDay } from '../../ui/time.ts'
import { NextAction } from './NextAction.tsx'
import { texts } from './texts.ts'
import { isWithheld } from './withheld.ts'

/** What an entry waits for and until when. Where YouTube refuses it, a caption file helps meanwhile. */
export function Waiting({ item }: { item: SummaryItem }) {
  const { code, error, retryAt } = item
  const isRefused = isWithheld(code)
  return (
    <>
      <p className="work-card__sentence">
        {error} {retryAt && (isRefused ? texts.triesAgain(timeOrDay(retryAt)) : texts.looksAgain(dayAndTime(retryAt)))}
      </p>
      {isRefused && <NextAction problem={problemOfSummary(item)!} onRetry={() => {}} />}
    </>
  )
}
