import { useState } from 'react'
import { Chip } from '../../../ui/Chip.tsx'
import { Field } from '../../../ui/Field.tsx'
import { type WallClock, wallClockIn } from '../wall-clock.ts'
import { texts } from './texts.ts'

const hourMs = 3600 * 1000
const dayMs = 24 * hourMs
/** Same limit as on the server. */
const maxAheadMs = 365 * dayMs

interface Props {
  shown: WallClock
  zone: string
  now: Date
  /** Why the server rejects the date. */
  problem: string | null
  /** Called with null while date or time is incomplete. */
  onStart(start: WallClock | null): void
}

/** Native date and time fields, with chips for common choices. */
export function DateFields({ shown, zone, now, problem, onStart }: Props) {
  // Keeps the typed text, even while it is incomplete.
  const [typed, setTyped] = useState<{ date: string; time: string } | null>(null)
  const { date, time } = typed ?? { date: shown.slice(0, 10), time: shown.slice(11, 16) }
  const update = (next: { date: string; time: string }) => {
    setTyped(next)
    onStart(parseStart(next))
  }
  const choose = (start: WallClock) => update({ date: start.slice(0, 10), time: start.slice(11) })
  const day = (at: Date) => wallClockIn(zone, at).slice(0, 10)
  const tomorrow = day(new Date(now.getTime() + dayMs))
  const monday = nextMonday(day(now))
  const suggestions = [
    { label: texts.inAnHour, start: wallClockIn(zone, new Date(now.getTime() + hourMs)) },
    ...(monday === tomorrow ? [] : [{ label: texts.tomorrow, start: `${tomorrow}T08:00` }]),
    { label: texts.monday, start: `${monday}T08:00` },
  ]
  return (
    <div className="date-fields">
      <div className="date-fields__pair">
        <Field
          label={texts.date}
          type="date"
          value={date}
          min={day(now)}
          max={day(new Date(now.getTime() + maxAheadMs))}
          error={parseStart({ date, time }) ? (problem ?? undefined) : texts.noDates}
          onChange={({ target }) => update({ date: target.value, time })}
        />
        <Field
          label={texts.time}
          aria-label={texts.timeOf}
          type="time"
          value={time}
          onChange={({ target }) => update({ date, time: target.value })}
        />
      </div>
      <fieldset className="date-fields__quick" aria-label={texts.quick}>
        {suggestions.map(({ label, start }) => (
          <Chip key={label} isOn={start === `${date}T${time}`} onToggle={() => choose(start)}>
            {label}
          </Chip>
        ))}
      </fieldset>
    </div>
  )
}

const parseStart = ({ date, time }: { date: string; time: string }): WallClock | null =>
  /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d/.test(time) ? `${date}T${time.slice(0, 5)}` : null

/** The first Monday after a day. */
function nextMonday(day: string): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7 || 7))
  return date.toISOString().slice(0, 10)
}
