import type { Preset } from '@recaps/contract'
import { Actions } from '../../../ui/actions/Actions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { texts } from './texts.ts'

const presets = Object.entries(texts.lengths) as [Preset, string][]

/** Length of the requested summary; the default of the settings until changed. */
export function LengthButton({ preset, onChoose }: { preset: Preset; onChoose(preset: Preset): void }) {
  const actions = presets.map(([value, label]) => ({
    label,
    isChosen: value === preset,
    onSelect: () => onChoose(value),
  }))
  return (
    <Actions
      title={texts.length}
      actions={actions}
      trigger={props => (
        <Button kind="quiet" isSmall icon="chevron" {...props}>
          {texts.lengthIs(texts.lengths[preset])}
        </Button>
      )}
    />
  )
}
