import type { Schedule } from '@recaps/contract'
import { useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { isRunning } from '../model.ts'
import { useRuns } from '../queries.ts'
import { describeRun } from './describe-status.ts'
import { texts } from './texts.ts'

/** Result or progress of the latest run, with earlier runs on demand. */
export function LastRun({ schedule }: { schedule: Schedule }) {
  const { lastRun, timezone } = schedule
  if (!lastRun) return <p className="last-run last-run--never">{texts.never}</p>
  return (
    <div className="last-run">
      <div role="status">
        {isRunning(schedule) ? (
          <p className="last-run__line">
            <span className="spinner" aria-hidden="true" />
            <span>
              {texts.running}
              {lastRun.summarised > 0 && ` · ${texts.runningSoFar(lastRun.summarised)}`}
            </span>
          </p>
        ) : (
          <p className="last-run__line">
            <Icon name={lastRun.failed > 0 || lastRun.mail === 'failed' ? 'warning' : 'check'} />
            <span>{describeRun(lastRun, timezone)}</span>
          </p>
        )}
      </div>
      {lastRun.mail === 'failed' && <p className="last-run__note">{texts.mailFailed}</p>}
      <EarlierRuns schedule={schedule} />
    </div>
  )
}

function EarlierRuns({ schedule }: { schedule: Schedule }) {
  const { lastRun, timezone } = schedule
  const [isOpen, setOpen] = useState(false)
  const runs = useRuns(schedule, isOpen)
  const earlier = runs.data?.filter(run => run.id !== lastRun?.id && run.state === 'ended')
  return (
    <>
      <div className="last-run__more">
        <button type="button" className="text-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {texts.earlier}
        </button>
      </div>
      {isOpen && runs.isPending && <span className="spinner" role="img" aria-label={texts.loading} />}
      {isOpen && runs.isError && !runs.data && <p>{texts.earlierFailed}</p>}
      {isOpen && earlier?.length === 0 && <p>{texts.noEarlier}</p>}
      {isOpen && earlier && earlier.length > 0 && (
        <ul className="last-run__earlier" aria-label={texts.earlier}>
          {earlier.map(run => (
            <li key={run.id}>{describeRun(run, timezone)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
