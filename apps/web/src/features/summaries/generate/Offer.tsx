import type { Preview } from '@recaps/contract'
import { Link } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { isInWork } from '../progress.ts'
import { isWithheld } from '../withheld.ts'
import { entryInAnotherLength, entryOfThis } from './model.ts'
import { texts } from './texts.ts'

interface Props {
  preview: Preview
  /** What the reader wants to know most. */
  focus: string
  /** The video has not ended yet, or YouTube refuses for now. */
  isWaited: boolean
  /** What is known is still of the length that was chosen before, or of no focus that is known. */
  isStale: boolean
  isBusy: boolean
  /** The entry that is on the page, and need not be led to. */
  shownId?: number
  onSubmit(): void
}

/** What a summary takes, and the way to it: asking for it, or opening the one that there is. */
export function Offer({ preview, focus, isWaited, isStale, isBusy, shownId, onSubmit }: Props) {
  const { known, month } = preview
  const same = isStale ? null : entryOfThis(preview, focus)
  if (same) {
    return (
      <div className="preview-card__offer">
        <p>{isInWork(same.state) ? texts.alreadyInWork : texts.already}</p>
        <Link className="button button--primary" to={`/history-detail/${same.id}`}>
          {texts.open}
        </Link>
      </div>
    )
  }
  const isSpent = month.remaining <= 0
  // The text that is known was written for everybody: how long one of its own takes is not known then.
  const isForEverybody = known && focus.trim() !== ''
  const takes = isForEverybody ? [] : [known ? texts.known : texts.estimate(preview.estimateSeconds)]
  // Nobody knows how long a video takes that has not ended yet.
  const waits = isWithheld(preview.code) ? texts.keepsTrying : texts.waits
  const told = isSpent ? takes : isWaited ? [waits(month.remaining)] : [...takes, texts.uses(1, month.remaining)]
  const other = isStale ? null : entryInAnotherLength(preview)
  return (
    <div className="preview-card__offer">
      <div>
        <p>{isStale ? texts.looking : told.join(' · ')}</p>
        {other && other.id !== shownId && (
          <Link to={`/history-detail/${other.id}`}>{texts.openOther(texts.lengths[other.preset])}</Link>
        )}
      </div>
      <Button kind="primary" icon="generate" isBusy={isBusy} disabled={isSpent} onClick={onSubmit}>
        {isWaited ? texts.submitWaited(preview.code) : texts.submit}
      </Button>
    </div>
  )
}
