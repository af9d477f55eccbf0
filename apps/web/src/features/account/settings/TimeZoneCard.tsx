import type { SettingsChange } from '@recaps/contract'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { browserTimeZone, timeZoneOptions, zoneName } from '../../auth/TimeZoneLine.tsx'
import { texts } from './texts.ts'

const timeTexts = texts.time

/** Offers the time zone of this device if it differs, for example while traveling. */
export function TimeZoneCard({ zone, onChange }: { zone: string; onChange(change: SettingsChange): void }) {
  const deviceZone = browserTimeZone()
  return (
    <Card title={timeTexts.title}>
      <SelectField
        label={timeTexts.zone}
        options={timeZoneOptions(zone)}
        value={zone}
        hint={timeTexts.hint}
        onChange={({ target }) => onChange({ timeZone: target.value })}
      />
      {deviceZone !== zone && (
        <Button kind="quiet" onClick={() => onChange({ timeZone: deviceZone })}>
          {timeTexts.switchToDeviceZone(zoneName(deviceZone))}
        </Button>
      )}
    </Card>
  )
}
