import { Banner } from '../../../ui/Banner.tsx'
import { Bone } from '../../../ui/Skeleton.tsx'
import { zoneTime } from '../../auth/TimeZoneLine.tsx'
import { formatDay, formatTime, longDate } from '../dates.ts'
import type { WallClock } from '../wall-clock.ts'
import { texts } from './texts.ts'
import type { useDates } from './useDates.ts'

/** The first date as computed by the server, with a warning if a clock change affects the chosen time. */
export function FirstDigest({
  dates,
  chosen,
  zone,
}: {
  dates: ReturnType<typeof useDates>
  chosen: WallClock
  zone: string
}) {
  const [first] = dates.nextThree
  const skipped = dates.nextThree.find(date => formatTime(date) !== formatTime(chosen))
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
          {skipped
            ? texts.skipped(formatDay(skipped), formatTime(chosen), formatTime(skipped))
            : texts.twice(formatTime(chosen))}
        </Banner>
      )}
    </div>
  )
}
