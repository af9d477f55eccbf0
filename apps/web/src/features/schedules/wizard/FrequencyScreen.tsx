import { useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useSettings } from '../../auth/settings.ts'
import { LimitPlanLink } from '../../subscriptions/PlanLink.tsx'
import { shortDate } from '../dates.ts'
import { ForecastLine } from '../ForecastLine.tsx'
import { Delivery } from './Delivery.tsx'
import { FrequencyChoice } from './FrequencyChoice.tsx'
import { paths } from './paths.ts'
import { Review } from './Review.tsx'
import { StepFooter } from './StepFooter.tsx'
import { texts } from './texts.ts'
import { useDates } from './useDates.ts'
import { useSave } from './useSave.ts'
import { type StepProps, WizardPage } from './WizardPage.tsx'

/** Step 3: frequency and delivery, then a review of all steps and the button to save. */
export default function FrequencyScreen() {
  return <WizardPage step="frequency">{props => <FrequencyStep {...props} />}</WizardPage>
}

function FrequencyStep({ draft, schedule, onChange }: StepProps) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const zone = useSettings().data?.timeZone
  const dates = useDates(draft, schedule, zone)
  const save = useSave(draft, schedule, setProblem)
  return (
    <>
      <p className="wizard__hint">{texts.frequencyIntro}</p>
      <FrequencyChoice
        chosen={draft.frequency}
        current={schedule?.frequency ?? null}
        onChoose={frequency => onChange({ frequency })}
      />
      {dates.nextThree.length > 0 && (
        <section className="next-three" aria-labelledby="next-three">
          <h2 className="wizard__heading" id="next-three">
            {texts.nextThree}
          </h2>
          <ol className="next-three__dates">
            {dates.nextThree.map(date => (
              <li key={date}>
                <time dateTime={date}>{shortDate(date)}</time>
              </li>
            ))}
          </ol>
        </section>
      )}
      <ForecastLine forecast={dates.forecastPerMonth} />
      <Card title={texts.delivery}>
        <Delivery />
      </Card>
      <Card title={texts.review}>
        <Review draft={draft} schedule={schedule} dates={dates} zone={zone} />
      </Card>
      {problem && (
        <Banner tone="danger" action={<LimitPlanLink code={problem.code} />}>
          {problem.sentence}
        </Banner>
      )}
      <StepFooter backTo={paths.date}>
        <Button kind="primary" isBusy={save.isPending} disabled={zone === undefined} onClick={() => save.start(zone!)}>
          {schedule ? texts.save : texts.create(draft.channels.length)}
        </Button>
      </StepFooter>
    </>
  )
}
