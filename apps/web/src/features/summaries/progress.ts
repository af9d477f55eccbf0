import type { Stage, SummaryItem, SummaryState } from '@recaps/contract'
import { texts } from './texts.ts'

type Progressing = Pick<SummaryItem, 'state' | 'audio' | 'stage' | 'progress'>

/** The text is not ready yet but still expected. */
export const isInProgress = (state: SummaryState): boolean =>
  state === 'queued' || state === 'working' || state === 'deferred'

export const isReadable = (state: SummaryState): boolean => state === 'readable' || state === 'ready'

/** The summary is in a final state: neither its text nor its audio will change without a user action. */
export const isFinal = ({ state, audio }: Pick<Progressing, 'state' | 'audio'>): boolean =>
  !isInProgress(state) && !(isReadable(state) && audio === 'pending')

/** Stages by part of the progress bar. */
const parts: readonly (readonly Stage[])[] = [['captions', 'transcribing'], ['summarising'], ['checking'], ['speaking']]

export const partNames = parts.map(part => part[0])

/** Completion of each part, 0 to 1. Null marks the current part if its progress is unknown. */
export function partProgress({ state, stage, progress }: Progressing): (number | null)[] {
  if (!stage || stage === 'queued' || state === 'queued') return parts.map(() => 0)
  const current = parts.findIndex(part => part.includes(stage))
  return parts.map((_, at) => {
    if (at !== current) return at < current ? 1 : 0
    return progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null
  })
}

/** `Summarizing 47%`. A percentage, because the raw counts (label, chunks or sentences) mean nothing to a reader. */
export function stageText({ state, stage, progress }: Progressing): string {
  if (state === 'deferred') return texts.stages.deferred
  const label = texts.stages[stage ?? 'queued']
  if (!progress || progress.total <= 0 || stage === 'queued') return label
  return `${label} ${Math.min(100, Math.floor((100 * progress.done) / progress.total))}%`
}
