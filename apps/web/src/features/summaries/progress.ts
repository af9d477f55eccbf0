import type { Stage, SummaryItem, SummaryState } from '@recaps/contract'
import { texts } from './texts.ts'

type Progressing = Pick<SummaryItem, 'state' | 'audio' | 'stage' | 'progress'>

/** Nothing to read yet, and still coming. */
export const isInWork = (state: SummaryState): boolean =>
  state === 'queued' || state === 'working' || state === 'deferred'

export const isReadable = (state: SummaryState): boolean => state === 'readable' || state === 'ready'

/** Nothing about it will change by itself any more. */
export const isSettled = ({ state, audio }: Pick<Progressing, 'state' | 'audio'>): boolean =>
  !isInWork(state) && !(isReadable(state) && audio === 'pending')

/** The way of a summary in four parts. */
const parts: readonly (readonly Stage[])[] = [['captions', 'transcribing'], ['summarising'], ['checking'], ['speaking']]

export const partNames = parts.map(part => part[0])

/** How much of each part is done, 0 to 1; null marks the part that is being worked on without a count. */
export function partsDone({ state, stage, progress }: Progressing): (number | null)[] {
  if (!stage || stage === 'queued' || state === 'queued') return parts.map(() => 0)
  const current = parts.findIndex(part => part.includes(stage))
  return parts.map((_, at) => {
    if (at !== current) return at < current ? 1 : 0
    return progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null
  })
}

/** `Summarizing 47%`: what is counted are words, pieces or sentences, which tell a reader nothing. */
export function stageText({ state, stage, progress }: Progressing): string {
  if (state === 'deferred') return texts.stages.deferred
  const words = texts.stages[stage ?? 'queued']
  if (!progress || progress.total <= 0 || stage === 'queued') return words
  return `${words} ${Math.min(100, Math.floor((100 * progress.done) / progress.total))}%`
}
