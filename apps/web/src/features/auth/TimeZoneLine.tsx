import { type Ref, type SelectHTMLAttributes, useEffect, useId, useState } from 'react'
import { texts } from './texts.ts'

export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  zone: string
  ref?: Ref<HTMLSelectElement>
}

/** The zone read from the browser as a line of text; it becomes a choice when it is wrong. */
export function TimeZoneLine({ zone, ...select }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  useEffect(() => {
    if (isOpen) document.getElementById(id)?.focus()
  }, [isOpen, id])
  if (!isOpen) {
    return (
      <p className="zone-line">
        {texts.timeZone}: {zone.replaceAll('_', ' ')}
        <button type="button" className="text-button" onClick={() => setOpen(true)}>
          {texts.change}
        </button>
      </p>
    )
  }
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {texts.timeZone}
      </label>
      <div className="field__box">
        <select id={id} className="field__input" {...select}>
          {(zones.includes(zone) ? zones : [zone, ...zones]).map(name => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
