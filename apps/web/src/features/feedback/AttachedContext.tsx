import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { texts } from './texts.ts'

interface Props {
  lines: readonly string[]
  /** How many characters the message must lose for the lines to fit; 0 if they fit. */
  excessLength: number
  onRemove(): void
}

/** The context that is sent with the message, or why it isn't. Everything that is sent is shown. */
export function AttachedContext({ lines, excessLength, onRemove }: Props) {
  if (lines.length === 0) return null
  const isLeftOut = excessLength > 0
  const title = isLeftOut ? texts.notIncluded : texts.attached
  return (
    <section className="feedback__context" aria-label={title} data-left-out={isLeftOut ? '' : undefined}>
      <div>
        <h2>
          {isLeftOut && <Icon name="warning" />}
          {title}
        </h2>
        <p role="status">{isLeftOut && texts.shorten(excessLength)}</p>
        <ul>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <IconButton icon="close" label={texts.detach} onClick={onRemove} />
    </section>
  )
}
