import type { Schedule } from '@recaps/contract'
import { Link } from 'react-router'
import { problemOf } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useSchedule } from '../queries.ts'
import { paths } from '../wizard/paths.ts'
import { useStoredDraft } from '../wizard/useDraft.ts'
import { ChannelsCard } from './ChannelsCard.tsx'
import { FiltersCard } from './FiltersCard.tsx'
import { HeadCard } from './HeadCard.tsx'
import { ScheduleSkeleton } from './ScheduleSkeleton.tsx'
import { texts } from './texts.ts'
import './schedule.css'

export default function ScheduleScreen() {
  const { data: schedule, isPending, error, refetch } = useSchedule()
  return (
    <Page title={texts.title}>
      {isPending && <ScheduleSkeleton />}
      {error && schedule === undefined && (
        <EmptyState
          icon="warning"
          title={texts.failed.title}
          action={<Button onClick={() => refetch()}>{texts.failed.action}</Button>}
        >
          {problemOf(error).sentence}
        </EmptyState>
      )}
      {schedule === null && <NothingFollowed />}
      {schedule && <Following schedule={schedule} />}
    </Page>
  )
}

const Following = ({ schedule }: { schedule: Schedule }) => (
  <div className="schedule">
    <HeadCard schedule={schedule} />
    <ChannelsCard schedule={schedule} />
    <FiltersCard schedule={schedule} />
  </div>
)

/** Leads into the three steps, or back to where they were left. */
function NothingFollowed() {
  const [draft] = useStoredDraft()
  const chosen = draft?.channels.length ?? 0
  return (
    <EmptyState
      icon="calendar"
      title={texts.empty.title}
      action={
        <div className="schedule__ways">
          <Link className="button button--primary" to={paths.channels}>
            {chosen > 0 ? texts.empty.goOn(chosen) : texts.empty.action}
          </Link>
          <Link className="button button--quiet" to="/tabs/summarize">
            {texts.empty.other}
          </Link>
        </div>
      }
    >
      {texts.empty.text}
    </EmptyState>
  )
}
