import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { serverTime } from '../../../device/server-clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useChangeSettings, useSettings } from '../../auth/settings.ts'
import { TimeZoneLine } from '../../auth/TimeZoneLine.tsx'
import { schedulesKey } from '../queries.ts'
import { DateFields } from './DateFields.tsx'
import { shownStart } from './draft.ts'
import { FirstDigest } from './FirstDigest.tsx'
import { paths } from './paths.ts'
import { SaveNow } from './SaveNow.tsx'
import { StepFooter } from './StepFooter.tsx'
import { texts } from './texts.ts'
import { useDates } from './useDates.ts'
import { type StepProps, WizardPage } from './WizardPage.tsx'

/** Step 2: date and time of the first digest. */
export default function DateScreen() {
  return <WizardPage step="date">{props => <DateStep {...props} />}</WizardPage>
}

function DateStep({ draft, schedule, onChange }: StepProps) {
  const [openedAt] = useState(serverTime)
  const [isComplete, setComplete] = useState(true)
  const settings = useSettings()
  const zone = settings.data?.timeZone
  const dates = useDates(draft, schedule, zone)
  const navigate = useNavigate()
  const shown = zone && shownStart(draft, schedule, zone, openedAt)
  const failure = dates.error && toProblem(dates.error)
  const isDateProblem = failure?.code === 'start_in_past' || failure?.code === 'invalid_request'
  const problem = isDateProblem ? failure.sentence : null
  return (
    <>
      <p className="wizard__hint">{texts.dateIntro}</p>
      {settings.isError && !settings.data && (
        <PartFailed query={settings} retry={texts.retry}>
          {toProblem(settings.error).sentence}
        </PartFailed>
      )}
      {settings.isPending && (
        <Skeleton label={texts.loading}>
          <Bone height="8rem" />
        </Skeleton>
      )}
      {zone && shown && (
        <>
          <DateFields
            shown={shown}
            zone={zone}
            now={openedAt}
            problem={problem}
            onStart={start => {
              setComplete(start !== null)
              if (start) onChange({ start })
            }}
          />
          <TimeZoneSetting zone={zone} />
          {failure && !isDateProblem && (
            <PartFailed query={dates} retry={texts.retry}>
              {failure.sentence}
            </PartFailed>
          )}
          {isComplete && !failure && <FirstDigest dates={dates} chosen={shown} zone={zone} />}
        </>
      )}
      <StepFooter backTo={paths.channels}>
        <Button
          kind={schedule ? 'secondary' : 'primary'}
          disabled={!isComplete || problem !== null}
          onClick={() => navigate(paths.frequency)}
        >
          {texts.next}
        </Button>
        {schedule && <SaveNow draft={draft} schedule={schedule} isOff={!isComplete || problem !== null} />}
      </StepFooter>
    </>
  )
}

/** Changes the user's time zone. Schedules run in that zone, so this moves their dates. */
function TimeZoneSetting({ zone }: { zone: string }) {
  const change = useChangeSettings()
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: schedulesKey })
  return (
    <TimeZoneLine
      zone={zone}
      value={zone}
      onChange={({ target }) => change.mutate({ timeZone: target.value }, { onSuccess })}
    />
  )
}
