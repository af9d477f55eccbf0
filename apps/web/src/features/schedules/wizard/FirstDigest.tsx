import { Banner } from '../../../ui/Banner.tsx'
import { Bone } from '../../../ui/Skeleton.tsx'
import { zoneTime } from '../../auth/TimeZoneLine.tsx'
import { dayOf, longDate, timeOf } from '../dates.ts'
import type { WallClock } from '../wall-clock.ts'
import { texts } from './texts.ts'
import type { useDates } from './useDates.ts'

/** The first date written out as the server counts it, and what the clocks do to it. */
export function FirstDigest({
  dates,
  asked,
  zone,
}: {
  dates: ReturnType<typeof useDates>
  asked: WallClock
  zone: string
}) {
  const [first] = dates.nextThree
  const skipped = dates.nextThree.find(date => timeOf(date) !== timeOf(asked))
  if (dates.isPaused) return <p className="first-digest">{texts.isPaused}</p>
  return (
    <div className="first-digest" role="status">
      <p className="first-digest__label">{texts.first}</p>
      {first ? (
        <p className="first-digest__date">
          <time dateTime={first}>{longDate(first)}</time> <span className="first-digest__zone">{zoneTime(zone)}</span>
        </p>
      ) : (
        <Bone width="16rem" height="1.75rem" />
      )}
      {first && dates.clockChange && (
        <Banner tone="warning">
          {skipped ? texts.skipped(dayOf(skipped), timeOf(asked), timeOf(skipped)) : texts.twice(timeOf(asked))}
        </Banner>
      )}
    </div>
  )
}
