import type { Schedule } from '@recaps/contract'
import { Card } from '../../../ui/Card.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { useChangeSchedule } from '../queries.ts'
import { texts } from './texts.ts'

const lengths = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120]
const mosts = Array.from({ length: 15 }, (_, at) => at + 1)

/** Which uploads come; every choice holds as soon as it is made. */
export function FiltersCard({ schedule: { id, filters } }: { schedule: Schedule }) {
  const { mutate } = useChangeSchedule(id)
  const change = (part: Partial<Schedule['filters']>) => mutate({ filters: part })
  return (
    <Card title={texts.filters}>
      <div className="schedule__filters">
        <Switch
          label={texts.skipShorts}
          hint={texts.skipShortsHint}
          isOn={filters.skipShorts}
          onToggle={skipShorts => change({ skipShorts })}
        />
        <Switch
          label={texts.skipLive}
          hint={texts.skipLiveHint}
          isOn={filters.skipLive}
          onToggle={skipLive => change({ skipLive })}
        />
        <div className="schedule__filter-pair">
          <SelectField
            label={texts.minLength}
            options={withPresent(lengths, filters.minMinutes).map(minutes => ({
              value: String(minutes),
              label: minutes === 0 ? texts.anyLength : texts.minutes(minutes),
            }))}
            value={String(filters.minMinutes)}
            onChange={({ target }) => change({ minMinutes: Number(target.value) })}
          />
          <SelectField
            label={texts.most}
            options={mosts.map(most => ({ value: String(most), label: texts.newest(most) }))}
            value={String(filters.maxPerChannel)}
            onChange={({ target }) => change({ maxPerChannel: Number(target.value) })}
          />
        </div>
      </div>
    </Card>
  )
}

/** The choices, and the one that holds where it is none of them. */
const withPresent = (choices: readonly number[], present: number): number[] =>
  [...new Set([...choices, present])].toSorted((one, other) => one - other)
