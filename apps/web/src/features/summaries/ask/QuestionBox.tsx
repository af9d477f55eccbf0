import { useId, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { texts } from './texts.ts'

/** Limits of the contract. */
const minLength = 3
const maxLength = 500

interface Props {
  text: string
  onText(text: string): void
  isAnswering: boolean
  onAsk(question: string): void
  onStop(): void
}

/** Question field with a button that sends the question or stops the current answer. The next question can be typed during an answer. */
export function QuestionBox({ text, onText, isAnswering, onAsk, onStop }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isTooShort, setTooShort] = useState(false)
  const question = text.trim()
  const note = isTooShort ? texts.tooShort : text.length >= maxLength ? texts.longest(maxLength) : null
  const send = () => {
    if (isAnswering) return
    setTooShort(question.length < minLength)
    if (question.length >= minLength) onAsk(question)
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
          // For browsers without automatic field sizing.
          rows={Math.min(5, text.split('\n').length)}
          value={text}
          maxLength={maxLength}
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
        {/* One button for both states, so that it keeps the focus. The second click of a double click must not stop the answer. */}
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
