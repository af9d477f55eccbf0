import type { UploadFilters } from '@recaps/contract'
import { SelectField } from '../../ui/SelectField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { texts } from './dashboard/texts.ts'
import './filter-fields.css'

const minMinutesOptions = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120]
const maxPerChannelOptions = Array.from({ length: 15 }, (_, at) => at + 1)

interface Props {
  filters: UploadFilters
  onChange(part: Partial<UploadFilters>): void
}

/** Which videos a schedule skips, and how many per channel it takes. */
const FilterFields = ({ filters, onChange }: Props) => (
  <div className="filter-fields">
    <Switch
      label={texts.skipShorts}
      hint={texts.skipShortsHint}
      isOn={filters.skipShorts}
      onToggle={skipShorts => onChange({ skipShorts })}
    />
    <Switch
      label={texts.skipLive}
      hint={texts.skipLiveHint}
      isOn={filters.skipLive}
      onToggle={skipLive => onChange({ skipLive })}
    />
    <div className="filter-fields__pair">
      <SelectField
        label={texts.minLength}
        options={withCurrent(minMinutesOptions, filters.minMinutes).map(minutes => ({
          value: String(minutes),
          label: minutes === 0 ? texts.anyLength : texts.minutes(minutes),
        }))}
        value={String(filters.minMinutes)}
        onChange={({ target }) => onChange({ minMinutes: Number(target.value) })}
      />
      <SelectField
        label={texts.maxPerChannel}
        options={maxPerChannelOptions.map(max => ({ value: String(max), label: texts.newest(max) }))}
        value={String(filters.maxPerChannel)}
        onChange={({ target }) => onChange({ maxPerChannel: Number(target.value) })}
      />
    </div>
  </div>
)

export default FilterFields

/** The options, plus the current value if it is not among them. */
const withCurrent = (options: readonly number[], current: number): number[] =>
  [...new Set([...options, current])].toSorted((one, other) => one - other)
