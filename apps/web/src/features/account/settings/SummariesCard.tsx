import type { Settings, SettingsChange } from '@recaps/contract'
import { Card } from '../../../ui/Card.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { DefaultFocusField } from './DefaultFocusField.tsx'
import { texts } from './texts.ts'
import { useFieldDraft } from './useFieldDraft.ts'
import { VoicePicker } from './VoicePicker.tsx'

const summaryTexts = texts.summaries

interface Props {
  settings: Settings
  onChange(change: SettingsChange): void
}

export function SummariesCard({ settings, onChange }: Props) {
  return (
    <Card title={summaryTexts.title}>
      <div className="account__form">
        <Choice
          label={summaryTexts.preset}
          options={optionsOf(summaryTexts.presets)}
          value={settings.defaultPreset}
          onChoose={defaultPreset => onChange({ defaultPreset })}
        />
        <MaxLength value={settings.defaultMaxLength} onChange={defaultMaxLength => onChange({ defaultMaxLength })} />
        <DefaultFocusField value={settings.defaultFocus} onChange={defaultFocus => onChange({ defaultFocus })} />
        <VoicePicker chosen={settings.voice} onChoose={voice => onChange({ voice })} />
      </div>
    </Card>
  )
}

/** Saved on blur or Enter. An invalid length shows an error and isn't saved. */
function MaxLength({ value, onChange }: { value: number; onChange(length: number): void }) {
  const { typed, setTyped, noteSent } = useFieldDraft(value, length => length.toLocaleString('en-US'))
  const length = Number(typed.replace(/[\s,]/g, ''))
  const isValid = Number.isInteger(length) && length >= 200 && length <= 100_000
  const save = () => {
    if (!isValid || length === value) return
    noteSent(length)
    onChange(length)
  }
  return (
    <Field
      label={summaryTexts.maxLength}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      maxLength={8}
      error={isValid ? undefined : summaryTexts.maxLengthInvalid}
      hint={summaryTexts.maxLengthHint}
      onChange={event => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={event => event.key === 'Enter' && save()}
    />
  )
}

const optionsOf = <T extends string>(labels: Record<T, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as T, label }))
