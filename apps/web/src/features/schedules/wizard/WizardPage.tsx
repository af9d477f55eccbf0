import type { FailureCode, Schedule } from '@recaps/contract'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Redirect } from '../../../ui/Redirect.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { LimitPlanLink } from '../../subscriptions/PlanLink.tsx'
import type { Draft } from './draft.ts'
import { paths, schedulePath, type WizardStep } from './paths.ts'
import { texts } from './texts.ts'
import { useDraft } from './useDraft.ts'
import './wizard.css'

const steps = Object.keys(paths) as WizardStep[]

export interface StepProps {
  draft: Draft
  schedule: Schedule | null
  onChange(part: Partial<Draft>): void
}

interface Props {
  step: WizardStep
  children(props: StepProps): ReactNode
}

/** Frame of a wizard step: list of steps, the server's error about this step, and the step itself. */
export function WizardPage({ step, children }: Props) {
  const { draft, schedule, isPending, error, retry, change } = useDraft()
  const [problem, clearProblem] = useStepProblem()
  const onChange = (part: Partial<Draft>) => {
    change(part)
    clearProblem()
  }
  // The later steps need channels.
  if (draft?.channels.length === 0 && step !== 'channels') return <Redirect to={paths.channels} />
  return (
    <Page title={draft?.id == null ? texts.titleNew : texts.titleEdit} backTo={schedulePath}>
      <div className="wizard">
        <StepList current={step} hasChannels={(draft?.channels.length ?? 0) > 0} />
        {problem && (
          <Banner tone="danger" action={<LimitPlanLink code={problem.code} />}>
            {problem.sentence}
          </Banner>
        )}
        {isPending && <StepSkeleton />}
        {error && <LoadFailed texts={texts.failed} {...toProblem(error)} onRetry={retry} />}
        {draft && children({ draft, schedule, onChange })}
      </div>
    </Page>
  )
}

/** The server's error that `useSave` put into the navigation state when it opened this step. Cleared by the next change. */
function useStepProblem(): [problem: StepProblem | null, clear: () => void] {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const { problem: sentence, code } = (state as { problem?: unknown; code?: FailureCode | null } | null) ?? {}
  const problem = typeof sentence === 'string' ? { sentence, code: code ?? null } : null
  return [problem, () => void (problem && navigate(pathname, { replace: true }))]
}

type StepProblem = Pick<Problem, 'sentence' | 'code'>

function StepList({ current, hasChannels }: { current: WizardStep; hasChannels: boolean }) {
  return (
    <ol className="wizard-steps" aria-label={texts.steps}>
      {steps.map((step, at) => {
        const isDone = at < steps.indexOf(current)
        const label = (
          <>
            <span className="wizard-steps__number">{isDone ? <Icon name="check" /> : at + 1}</span>
            <span>{texts.step[step]}</span>
          </>
        )
        return (
          <li key={step} className="wizard-steps__step" data-done={isDone ? '' : undefined}>
            {step !== current && (hasChannels || step === 'channels') ? (
              <Link to={paths[step]}>{label}</Link>
            ) : (
              <span aria-current={step === current ? 'step' : undefined}>{label}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const StepSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="wizard">
      <Bone height="2.875rem" />
      <Bone height="9rem" />
    </div>
  </Skeleton>
)
