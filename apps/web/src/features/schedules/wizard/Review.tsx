import type { Schedule } from '@recaps/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { zoneTime } from '../../auth/TimeZoneLine.tsx'
import { longDate } from '../dates.ts'
import { describeFilters } from '../describe-filters.ts'
import { describeFrequency, frequencyLabels } from '../frequency.ts'
import { type Draft, effectiveFilters } from './draft.ts'
import { filtersPath, paths } from './paths.ts'
import { texts } from './texts.ts'
import type { useDates } from './useDates.ts'

const maxNames = 3

interface Props {
  draft: Draft
  schedule: Schedule | null
  dates: ReturnType<typeof useDates>
  zone: string | undefined
}

/** Summary of the three steps, with a link back to each. */
export function Review({ draft, schedule, dates, zone }: Props) {
  const [first] = dates.nextThree
  const { channels, frequency } = draft
  const names = channels.slice(0, maxNames).map(({ title }) => title)
  const more = channels.length - names.length
  return (
    <dl className="review">
      <Row name={texts.step.channels} edit={<EditLink to={paths.channels} name={texts.step.channels} />}>
        <bdi>{names.join(', ')}</bdi> {more > 0 && texts.andMore(more)}
      </Row>
      <Row name={texts.skippedVideos} edit={<EditLink to={filtersPath} name={texts.skippedVideos} />}>
        {describeFilters(effectiveFilters(draft, schedule))}
      </Row>
      <Row name={texts.first} edit={<EditLink to={paths.date} name={texts.first} />}>
        {dates.isPaused ? texts.whenResumed : first && `${longDate(first)} ${zone ? zoneTime(zone) : ''}`}
      </Row>
      <Row
        name={texts.step.frequency}
        edit={
          <button
            type="button"
            className="text-button"
            aria-label={texts.editOf(texts.step.frequency)}
            onClick={focusFrequency}
          >
            {texts.edit}
          </button>
        }
      >
        {first ? describeFrequency(frequency, first) : frequencyLabels[frequency]}
      </Row>
    </dl>
  )
}

function focusFrequency() {
  const chosen = document.querySelector<HTMLElement>('input[name="frequency"]:checked')
  chosen?.scrollIntoView({ block: 'center' })
  chosen?.focus()
}

const EditLink = ({ to, name }: { to: string; name: string }) => (
  <Link className="text-button" to={to} aria-label={texts.editOf(name)}>
    {texts.edit}
  </Link>
)

const Row = ({ name, edit, children }: { name: string; edit: ReactNode; children: ReactNode }) => (
  <div className="review__row">
    <dt>{name}</dt>
    <dd className="review__value" dir="auto">
      {children}
    </dd>
    <dd className="review__edit">{edit}</dd>
  </div>
)
