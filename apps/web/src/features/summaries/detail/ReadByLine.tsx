import { Button } from '../../../ui/Button.tsx'
import { texts } from './texts.ts'

interface Props {
  name: string
  isBusy?: boolean
  isFailed?: boolean
  /** Absent if the user cannot change the voice. */
  onChange?: (() => void) | undefined
}

export const ReadByLine = ({ name, isBusy = false, isFailed = false, onChange }: Props) => (
  <p className="read-by">
    {texts.readBy(name)}
    {onChange && (
      <Button kind="quiet" isSmall aria-label={texts.changeVoice} isBusy={isBusy} onClick={onChange}>
        {texts.change}
      </Button>
    )}
    {isFailed && <span role="alert">{texts.noVoices}</span>}
  </p>
)
