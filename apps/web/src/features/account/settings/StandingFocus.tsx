import { Field } from '../../../ui/Field.tsx'
import { texts } from './texts.ts'
import { useTyped } from './useTyped.ts'

const words = texts.summaries
const longestFocus = 200

/** What somebody wants to know most of every video they ask for. Saved when the field is left or Enter is pressed; empty for nothing. */
export function StandingFocus({ value, onChange }: { value: string | null; onChange(focus: string | null): void }) {
  const { typed, setTyped, noteSent } = useTyped(value, focus => focus ?? '')
  const focus = typed.trim() || null
  const save = () => {
    if (focus === value) return
    noteSent(focus)
    onChange(focus)
  }
  return (
    <Field
      label={words.focus}
      placeholder={words.focusExample}
      autoComplete="off"
      value={typed}
      maxLength={longestFocus}
      hint={typed.length >= longestFocus ? words.focusLongest(longestFocus) : words.focusHint}
      onChange={event => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={event => event.key === 'Enter' && !event.nativeEvent.isComposing && save()}
    />
  )
}
