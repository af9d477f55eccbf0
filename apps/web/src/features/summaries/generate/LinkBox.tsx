import { type RefObject, useId } from 'react'
import { canPaste } from '../../../device/paste.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { texts } from './texts.ts'

interface Props {
  text: string
  onText(text: string): void
  onSubmit(): void
  ref: RefObject<HTMLTextAreaElement | null>
}

/** The box for links and searches. It grows with its text; Enter submits. */
export function LinkBox({ text, onText, onSubmit, ref }: Props) {
  const id = useId()
  const clear = () => {
    onText('')
    ref.current?.focus()
  }
  return (
    <div className="link-box">
      <Icon name="link" />
      <label className="visually-hidden" htmlFor={id}>
        {texts.box}
      </label>
      <textarea
        id={id}
        ref={ref}
        className="link-box__text"
        // For browsers that do not size a field by its content.
        rows={Math.min(6, text.split('\n').length)}
        value={text}
        placeholder={texts.placeholder}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        data-shortcut-target="search"
        onChange={event => onText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          onSubmit()
        }}
      />
      {text ? (
        <IconButton icon="close" label={texts.clear} onClick={clear} />
      ) : (
        canPaste() && (
          <Button kind="quiet" icon="paste" onClick={() => void pasteInto(onText)}>
            {texts.paste}
          </Button>
        )
      )}
    </div>
  )
}

/** The browser may deny clipboard access; then the box stays unchanged, and the keyboard shortcut still works. */
async function pasteInto(onText: (text: string) => void) {
  const text = await navigator.clipboard.readText().catch(() => '')
  if (text) onText(text)
}
