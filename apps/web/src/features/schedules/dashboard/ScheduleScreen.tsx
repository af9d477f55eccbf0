import type { Run, Schedule } from '@recaps/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { focusHeadingOnRemoval } from '../../../ui/focus-heading-on-removal.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useSchedule } from '../queries.ts'
import { importPath, paths } from '../wizard/paths.ts'
import { useStoredDraft } from '../wizard/useDraft.ts'
import { ChannelsCard } from './ChannelsCard.tsx'
import { HeadCard } from './HeadCard.tsx'
import { ScheduleSkeleton } from './ScheduleSkeleton.tsx'
import { texts } from './texts.ts'
import { useWithPendingChanges } from './useChangeSchedule.ts'
import { useLatestRunWithSummaries } from './useLatestRunWithSummaries.ts'
import './schedule.css'

/** Last on the page, so that loading it lazily does not move anything. */
const FiltersCard = lazy(() => import('./FiltersCard.tsx'))
const UnsavedChanges = lazy(() => import('./UnsavedChanges.tsx'))

/** Renders the summaries of a run. */
type RenderRun = (run: Run) => ReactNode

interface Props {
  renderRun: RenderRun
  /** Suggested channels, shown if the user has no schedule. */
  suggested: ReactNode
}

export default function ScheduleScreen({ renderRun, suggested }: Props) {
  const { data: schedule, isPending, error, refetch } = useSchedule()
  return (
    <Page title={texts.title}>
      {isPending && <ScheduleSkeleton />}
      {error && schedule === undefined && (
        <LoadFailed texts={texts.failed} {...toProblem(error)} onRetry={() => refetch()} />
      )}
      {schedule === null && <NoSchedule suggested={suggested} />}
      {schedule && <Following schedule={schedule} brought={renderRun} />}
    </Page>
  )
}

function Following({ schedule: saved, brought }: { schedule: Schedule; brought: RenderRun }) {
  const schedule = useWithPendingChanges(saved)
  const [draft] = useStoredDraft()
  const run = useLatestRunWithSummaries(schedule)
  return (
    <div className="schedule" ref={focusHeadingOnRemoval}>
      <Regions name="schedule">
        {draft && (
          <Suspense>
            <UnsavedChanges schedule={schedule} />
          </Suspense>
        )}
        <HeadCard schedule={schedule} />
        {run && brought(run)}
        <ChannelsCard schedule={schedule} />
        <Suspense>
          <FiltersCard schedule={schedule} />
        </Suspense>
      </Regions>
    </div>
  )
}

/** Links to the wizard, where an unfinished draft can be continued. */
function NoSchedule({ suggested }: { suggested: ReactNode }) {
  const [draft] = useStoredDraft()
  const chosen = draft?.channels.length ?? 0
  return (
    <>
      <EmptyState
        icon="calendar"
        title={texts.empty.title}
        action={
          <div className="schedule__ways">
            <Link className="button button--primary" to={paths.channels}>
              {chosen > 0 ? texts.empty.continueDraft(chosen) : texts.empty.action}
            </Link>
            <Link className="button button--secondary" to={importPath}>
              {texts.empty.import}
            </Link>
            <Link className="button button--quiet" to="/tabs/summarize">
              {texts.empty.other}
            </Link>
          </div>
        }
      >
        {texts.empty.text}
      </EmptyState>
      {suggested}
    </>
  )
}
