import { useState } from 'react'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { withFallback } from '../../../device/storage.ts'
import { Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { texts } from './texts.ts'

const sizes = ['small', 'normal', 'large', 'huge'] as const
export type TextSize = (typeof sizes)[number]

/** The reader's text size, stored on this device. */
export function useTextSize(): [TextSize, (size: TextSize) => void] {
  const { storage } = useDevice()
  const [size, setSize] = useState<TextSize>(() => {
    const stored = withFallback(() => storage.get('textSize'), null)
    return sizes.find(known => known === stored) ?? 'normal'
  })
  const choose = (chosen: TextSize) => {
    setSize(chosen)
    withFallback(() => storage.set('textSize', chosen), undefined)
  }
  return [size, choose]
}

export function TextSizeButton({ size, onChoose }: { size: TextSize; onChoose(size: TextSize): void }) {
  const actions = sizes.map(choice => ({
    label: texts.textSizes[choice],
    isChosen: choice === size,
    onSelect: () => onChoose(choice),
  }))
  return (
    <Actions
      title={texts.textSize}
      actions={actions}
      trigger={props => <IconButton icon="text" label={texts.textSize} {...props} />}
    />
  )
}
