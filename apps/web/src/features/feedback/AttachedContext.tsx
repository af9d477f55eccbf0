import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { texts } from './texts.ts'

interface Props {
  lines: readonly string[]
  /** By how many characters the message is too long for them to go along; else 0. */
  tooMuch: number
  onRemove(): void
}

/** What goes along with the message, or why it does not. Nothing goes that is not shown. */
export function AttachedContext({ lines, tooMuch, onRemove }: Props) {
  if (lines.length === 0) return null
  const isLeftOut = tooMuch > 0
  const title = isLeftOut ? texts.leftOut : texts.attached
  return (
    <section className="feedback__context" aria-label={title} data-left-out={isLeftOut ? '' : undefined}>
      <div>
        <h2>
          {isLeftOut && <Icon name="warning" />}
          {title}
        </h2>
        <p role="status">{isLeftOut && texts.tooMuch(tooMuch)}</p>
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
