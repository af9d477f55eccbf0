import type { Schedule } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { shortDate } from '../dates.ts'
import { isRunning } from '../model.ts'
import { useScheduleAction } from '../queries.ts'
import { paths } from '../wizard/paths.ts'
import { texts } from './texts.ts'

const nextDate = ({ nextThree: [next] }: Schedule) => (next ? shortDate(next) : '')

/** Buttons to run, skip, pause and resume the schedule. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const { id, disabled, pausedByPlan } = schedule
  const navigate = useNavigate()
  const noteFocus = useFocusNextRow()
  const run = useScheduleAction(id, 'run', () => texts.started)
  const skip = useScheduleAction(id, 'skip', after => texts.skipped(nextDate(after)))
  const pause = useScheduleAction(id, 'pause', () => texts.paused)
  const resume = useScheduleAction(id, 'resume', after => texts.isResumed(nextDate(after)))
  if (pausedByPlan) {
    return (
      <div className="schedule__steps">
        <Button kind="primary" icon="edit" onClick={() => navigate(paths.frequency)}>
          {texts.changeFrequency}
        </Button>
      </div>
    )
  }
  if (disabled) {
    return (
      <fieldset key="paused" className="schedule__steps" aria-label={texts.title} onFocus={noteFocus}>
        <Button kind="primary" icon="play" isBusy={resume.isPending} onClick={() => resume.mutate()}>
          {texts.resume}
        </Button>
      </fieldset>
    )
  }
  return (
    <fieldset className="schedule__steps" aria-label={texts.title} onFocus={noteFocus}>
      <Button kind="primary" icon="retry" isBusy={run.isPending || isRunning(schedule)} onClick={() => run.mutate()}>
        {texts.run}
      </Button>
      <Button icon="skip" isBusy={skip.isPending} onClick={() => skip.mutate()}>
        {texts.skip}
      </Button>
      <Button icon="pause" isBusy={pause.isPending} onClick={() => pause.mutate()}>
        {texts.pause}
      </Button>
    </fieldset>
  )
}
