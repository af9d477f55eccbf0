import type { SettingsChange } from '@recaps/contract'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { browserTimeZone, timeZoneOptions, zoneName } from '../../auth/TimeZoneLine.tsx'
import { texts } from './texts.ts'

const words = texts.time

/** On journeys the zone of the device differs: then it is one press away. */
export function TimeZoneCard({ zone, onChange }: { zone: string; onChange(change: SettingsChange): void }) {
  const here = browserTimeZone()
  return (
    <Card title={words.title}>
      <SelectField
        label={words.zone}
        options={timeZoneOptions(zone)}
        value={zone}
        hint={words.hint}
        onChange={({ target }) => onChange({ timeZone: target.value })}
      />
      {here !== zone && (
        <Button kind="quiet" onClick={() => onChange({ timeZone: here })}>
          {words.takeBrowsers(zoneName(here))}
        </Button>
      )}
    </Card>
  )
}
