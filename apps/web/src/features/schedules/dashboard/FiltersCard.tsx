import type { Schedule } from '@recaps/contract'
import { Card } from '../../../ui/Card.tsx'
import FilterFields from '../FilterFields.tsx'
import { texts } from './texts.ts'
import { useChangeSchedule } from './useChangeSchedule.ts'

/** Settings for which videos to skip. Every change is saved immediately. */
export default function FiltersCard({ schedule: { id, filters } }: { schedule: Schedule }) {
  const { mutate } = useChangeSchedule(id)
  return (
    <Card title={texts.filters}>
      <FilterFields filters={filters} onChange={part => mutate({ filters: part })} />
    </Card>
  )
}
