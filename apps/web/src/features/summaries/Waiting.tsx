import type { SummaryItem } from '@recaps/contract'
import { problemOfSummary } from '../../api/problem.ts'
import { dayAndTime, timeOrDay } from '../../ui/time.ts'
import { NextAction } from './NextAction.tsx'
import { texts } from './texts.ts'
import { isWithheld } from './withheld.ts'

/** Why a deferred summary waits and when it is retried. If YouTube withholds the video, also offers a caption upload. */
export function Waiting({ item }: { item: SummaryItem }) {
  const { code, error, retryAt } = item
  const isVideoWithheld = isWithheld(code)
  return (
    <>
      <p className="work-card__sentence">
        {error}{' '}
        {retryAt && (isVideoWithheld ? texts.triesAgain(timeOrDay(retryAt)) : texts.looksAgain(dayAndTime(retryAt)))}
      </p>
      {isVideoWithheld && <NextAction problem={problemOfSummary(item)!} onRetry={() => {}} />}
    </>
  )
}
