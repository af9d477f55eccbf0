import type { Preview } from '@recaps/contract'
import { Link } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { isInProgress } from '../progress.ts'
import { isWithheld } from '../withheld.ts'
import { findOtherLength, findSameSummary } from './model.ts'
import { texts } from './texts.ts'

interface Props {
  preview: Preview
  focus: string
  /** Whether the summary would have to wait: the stream has not ended, or YouTube blocks us for now. */
  willWait: boolean
  /** Whether the preview is still that of the previous length, or the focus is not loaded yet. */
  isStale: boolean
  isBusy: boolean
  /** The summary that the page shows, to which no link is needed. */
  shownId?: number
  onSubmit(): void
}

/** The cost of a summary and the button to request it, or a link to the existing summary. */
export function Offer({ preview, focus, willWait, isStale, isBusy, shownId, onSubmit }: Props) {
  const { known, month } = preview
  const same = isStale ? null : findSameSummary(preview, focus)
  if (same) {
    return (
      <div className="preview-card__offer">
        <p>{isInProgress(same.state) ? texts.alreadyInProgress : texts.already}</p>
        <Link className="button button--primary" to={`/history-detail/${same.id}`}>
          {texts.open}
        </Link>
      </div>
    )
  }
  const isQuotaUsedUp = month.remaining <= 0
  // The existing recap has no focus, so there is no estimate for a summary with one.
  const hasNoEstimate = known && focus.trim() !== ''
  const duration = hasNoEstimate ? [] : [known ? texts.known : texts.estimate(preview.estimateSeconds)]
  // A summary that has to wait has no estimate either.
  const waiting = isWithheld(preview.code) ? texts.keepsTrying : texts.waits
  const facts = isQuotaUsedUp
    ? duration
    : willWait
      ? [waiting(month.remaining)]
      : [...duration, texts.uses(1, month.remaining)]
  const other = isStale ? null : findOtherLength(preview)
  return (
    <div className="preview-card__offer">
      <div>
        <p>{isStale ? texts.loading : facts.join(' · ')}</p>
        {other && other.id !== shownId && (
          <Link to={`/history-detail/${other.id}`}>{texts.openOther(texts.lengths[other.preset])}</Link>
        )}
      </div>
      <Button kind="primary" icon="generate" isBusy={isBusy} disabled={isQuotaUsedUp} onClick={onSubmit}>
        {willWait ? texts.submitWaited(preview.code) : texts.submit}
      </Button>
    </div>
  )
}
