import { useState } from 'react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { maxFocusLength } from './model.ts'
import { texts } from './texts.ts'
import type { FocusOrigin } from './useSummaryOptions.ts'

interface Props {
  text: string
  origin: FocusOrigin
  onText(text: string): void
  onSubmit(): void
}

/** Optional focus of the summary. Collapsed to a small button until opened. */
export function FocusField({ text, origin, onText, onSubmit }: Props) {
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  if (state !== 'open' && !text && origin !== 'unavailable') {
    return (
      <div className="focus-field">
        <Button
          kind="quiet"
          isSmall
          icon="plus"
          // Keep the keyboard focus here after the field is closed.
          autoFocus={state === 'closed'}
          onClick={() => setState('open')}
        >
          {texts.focus.open}
        </Button>
      </div>
    )
  }
  const close = () => {
    onText('')
    setState('closed')
  }
  return (
    <Field
      label={texts.focus.label}
      hint={
        origin !== 'typed'
          ? texts.focus[origin]
          : text.length >= maxFocusLength
            ? texts.focus.longest(maxFocusLength)
            : texts.focus.hint
      }
      value={text}
      maxLength={maxFocusLength}
      enterKeyHint="go"
      autoFocus={state === 'open'}
      onChange={event => {
        setState('open')
        onText(event.target.value)
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSubmit()
      }}
      trailing={<IconButton icon="close" label={texts.focus.close} onClick={close} />}
    />
  )
}
