import { Field } from '../../../ui/Field.tsx'
import { texts } from './texts.ts'
import { useFieldDraft } from './useFieldDraft.ts'

const summaryTexts = texts.summaries
const maxFocusLength = 200

/** Default focus of new summaries. Saved on blur or Enter; an empty field means none. */
export function DefaultFocusField({ value, onChange }: { value: string | null; onChange(focus: string | null): void }) {
  const { typed, setTyped, noteSent } = useFieldDraft(value, focus => focus ?? '')
  const focus = typed.trim() || null
  const save = () => {
    if (focus === value) return
    noteSent(focus)
    onChange(focus)
  }
  return (
    <Field
      label={summaryTexts.focus}
      placeholder={summaryTexts.focusExample}
      autoComplete="off"
      value={typed}
      maxLength={maxFocusLength}
      hint={typed.length >= maxFocusLength ? summaryTexts.focusLongest(maxFocusLength) : summaryTexts.focusHint}
      onChange={event => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={event => event.key === 'Enter' && !event.nativeEvent.isComposing && save()}
    />
  )
}
