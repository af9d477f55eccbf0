import { useId, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { texts } from './texts.ts'

/** As the contract has it. */
const shortest = 3
const longest = 500

interface Props {
  text: string
  onText(text: string): void
  isAnswering: boolean
  onAsk(question: string): void
  onStop(): void
}

/** The field and its one button, which asks, and stops an answer that is being given. The next question may be written meanwhile. */
export function QuestionBox({ text, onText, isAnswering, onAsk, onStop }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isTooShort, setTooShort] = useState(false)
  const question = text.trim()
  const note = isTooShort ? texts.tooShort : text.length >= longest ? texts.longest(longest) : null
  const send = () => {
    if (isAnswering) return
    setTooShort(question.length < shortest)
    if (question.length >= shortest) onAsk(question)
    else field.current?.focus()
  }
  return (
    <div className="question-box">
      <div className="question-box__frame">
        <label className="visually-hidden" htmlFor={id}>
          {texts.box}
        </label>
        <textarea
          id={id}
          ref={field}
          className="question-box__text"
          // For browsers that do not size a field by what is in it.
          rows={Math.min(5, text.split('\n').length)}
          value={text}
          maxLength={longest}
          placeholder={texts.placeholder}
          enterKeyHint="send"
          aria-invalid={isTooShort || undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={event => {
            onText(event.target.value)
            setTooShort(false)
          }}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        {/* One button in both states, so that it keeps the focus. The second half of a double click stops nothing. */}
        <button
          type="button"
          className="question-box__button"
          data-ready={question && !isAnswering ? '' : undefined}
          aria-label={isAnswering ? texts.stop : texts.send}
          title={isAnswering ? texts.stop : texts.send}
          onClick={event => (isAnswering ? event.detail < 2 && onStop() : send())}
        >
          <Icon name={isAnswering ? 'stop' : 'send'} />
        </button>
      </div>
      {note && (
        <p className="question-box__note" id={`${id}-note`} role="alert" data-wrong={isTooShort ? '' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
