import type { SummaryItem } from '@recaps/contract'
import { partNames, partProgress, stageText } from './progress.ts'
import { texts } from './texts.ts'
import './stage-track.css'

/** Progress bar in four parts, with the current stage as text. */
export function StageTrack({ item }: { item: SummaryItem }) {
  const parts = partProgress(item)
  const stage = stageText(item)
  const done = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) / parts.length
  return (
    <div className="stage-track">
      <div
        className="stage-track__parts"
        role="progressbar"
        aria-label={texts.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(done * 100)}
        aria-valuetext={stage}
      >
        {parts.map((part, at) => (
          <span key={partNames[at]} className="stage-track__part" data-working={part === null ? '' : undefined}>
            <span style={{ width: `${(part ?? 1) * 100}%` }} />
          </span>
        ))}
      </div>
      <p className="stage-track__words">{stage}</p>
    </div>
  )
}
