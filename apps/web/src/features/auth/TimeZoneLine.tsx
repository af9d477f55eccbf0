import { type Ref, type SelectHTMLAttributes, useEffect, useId, useState } from 'react'
import { SelectField } from '../../ui/SelectField.tsx'
import { formTexts } from './form-texts.ts'

export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  zone: string
  ref?: Ref<HTMLSelectElement>
}

/** Shows the browser's time zone as text, with a button that turns it into a select field. */
export function TimeZoneLine({ zone, ...select }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  useEffect(() => {
    if (isOpen) document.getElementById(id)?.focus()
  }, [isOpen, id])
  if (!isOpen) {
    return (
      <p className="zone-line">
        {formTexts.timeZone}: {zoneName(zone)}
        <button type="button" className="text-button" onClick={() => setOpen(true)}>
          {formTexts.change}
        </button>
      </p>
    )
  }
  return <SelectField label={formTexts.timeZone} options={timeZoneOptions(zone)} {...select} id={id} />
}

/** All time zones the browser knows, plus the current one. */
export function timeZoneOptions(zone: string) {
  const zones = Intl.supportedValuesOf('timeZone')
  return (zones.includes(zone) ? zones : [zone, ...zones]).map(value => ({ value, label: zoneName(value) }))
}

/** Time zone to show after a time of day: "Rome time", "Knox, Indiana time". */
export const zoneTime = (zone: string) => {
  const [, ...places] = zoneName(zone).split('/')
  return places.length > 0 ? `${places.toReversed().join(', ')} time` : zone
}

/** Time zone for select fields: "Europe/Rome". */
export const zoneName = (zone: string) => zone.replaceAll('_', ' ')
