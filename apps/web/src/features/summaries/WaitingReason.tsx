import type { SummaryItem } from '@recaps/contract'
import { toSummaryProblem } from '../../api/problem.ts'
import { formatDayAndTime, formatTimeOrDay } from '../../ui/time.ts'
import { NextAction } from './NextAction.tsx'
import { texts } from './texts.ts'
import { isWithheld } from './withheld.ts'

/** Why a deferred summary waits and when it is retried. If YouTube withholds the video, also offers a caption upload. */
export function WaitingReason({ item }: { item: SummaryItem }) {
  const { code, error, retryAt } = item
  const isVideoWithheld = isWithheld(code)
  return (
    <>
      <p className="work-card__sentence">
        {error}{' '}
        {retryAt &&
          (isVideoWithheld ? texts.nextTry(formatTimeOrDay(retryAt)) : texts.nextCheck(formatDayAndTime(retryAt)))}
      </p>
      {isVideoWithheld && <NextAction problem={toSummaryProblem(item)!} onRetry={() => {}} />}
    </>
  )
}
