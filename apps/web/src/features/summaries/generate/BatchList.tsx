import type { Preview } from '@recaps/contract'
import { useState } from 'react'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { focusHeadingOnRemoval } from '../../../ui/focus-heading-on-removal.ts'
import { Bone } from '../../../ui/Skeleton.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { formatShortDuration } from '../../../ui/time.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { videoLengthMs } from '../video-facts.ts'
import { isWithheld, problemOfPreview } from '../withheld.ts'
import { findSameSummary, problemWithFallback } from './model.ts'
import { usePreviews } from './queries.ts'
import { resolveFocus, type useRequestSummary } from './request-summary.ts'
import { texts } from './texts.ts'
import type { useRequestErrors } from './useRequestErrors.ts'
import type { SummaryOptions } from './useSummaryOptions.ts'

export { SkippedLinks } from './SkippedLinks.tsx'

interface Props extends ReturnType<typeof useRequestErrors> {
  videoIds: readonly string[]
  /** Returns the link as it was pasted. */
  pastedLink(videoId: string): string
  request: ReturnType<typeof useRequestSummary>
  /** Length and focus of all requested summaries. */
  form: SummaryOptions
  /** Whether the length of the summaries is known yet. */
  isFormReady: boolean
  /** Whether the link is still in the box. Links removed while others are being requested are skipped. */
  isInBox(videoId: string): boolean
  /** Called with the videos that stay in the box: all but a removed one, or those whose request failed. */
  onRemaining(videoIds: readonly string[]): void
}

/** Several pasted links, each with its own preview and error. Temporary failures can be retried. */
export default function BatchList(props: Props) {
  const { videoIds, pastedLink, request, refusals, callbacks, form, isFormReady, isInBox, onRemaining } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const previews = usePreviews(videoIds, form.preset, isFormReady)
  const remaining = useEntitlement().data?.month.remaining
  const rows = videoIds.map((videoId, index) => {
    const { data, error, isPending, refetch } = previews[index]!
    return { videoId, data, isPending, refetch, ...rowStatus(refusals.get(videoId), data, error, form) }
  })
  const requestable = rows.filter(row => row.next === 'request').map(row => row.videoId)
  const unloaded = rows.filter(row => row.next === 'reload')

  const requestAll = async () => {
    setBusy(true)
    setProblem(null)
    const failed = new Set<string>()
    const focus = await resolveFocus(form).catch(error => setProblem(toProblem(error).sentence))
    if (focus === undefined) return setBusy(false)
    // Sequential, so that the first videos are summarized if the quota runs out on the way.
    for (const videoId of requestable) {
      if (!isInBox(videoId)) continue
      await request
        .mutateAsync({ urlOrId: videoId, title: pastedLink(videoId), ...form, focus }, callbacks)
        .catch(() => failed.add(videoId))
    }
    setBusy(false)
    onRemaining(videoIds.filter(videoId => isInBox(videoId) && (failed.has(videoId) || !requestable.includes(videoId))))
  }

  const reloadPreviews = () => Promise.all(unloaded.map(row => row.refetch()))

  return (
    <section className="batch">
      <ul className="batch__list">
        {rows.map(row => (
          <BatchRow
            key={row.videoId}
            {...row}
            pasted={pastedLink(row.videoId)}
            onRemove={() => onRemaining(videoIds.filter(videoId => videoId !== row.videoId))}
          />
        ))}
      </ul>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {unloaded.length > 0 && (
        <div className="batch__offer">
          <Button icon="retry" ref={focusHeadingOnRemoval} onClick={() => void reloadPreviews()}>
            {texts.retryLinks(unloaded.length)}
          </Button>
        </div>
      )}
      {requestable.length > 0 && (
        <div className="batch__offer">
          {remaining !== undefined && remaining > 0 && <p>{texts.uses(requestable.length, remaining)}</p>}
          <Button
            kind="primary"
            icon="generate"
            isBusy={isBusy || request.isPending}
            disabled={remaining === 0}
            onClick={() => void requestAll()}
          >
            {requestable.length === 1 ? texts.submit : texts.submitMany(requestable.length)}
          </Button>
        </div>
      )}
    </section>
  )
}

interface RowStatus {
  /** Shown in place of the channel and duration. */
  sentence?: string
  /** What can be done: request the summary, or reload the preview. */
  next: 'request' | 'reload' | 'none'
}

function rowStatus(
  refusal: Problem | undefined,
  preview: Preview | undefined,
  error: unknown,
  { focus }: SummaryOptions,
): RowStatus {
  if (refusal) return { sentence: refusal.sentence, next: isTemporary(refusal) ? 'request' : 'none' }
  if (error) return previewProblem(problemWithFallback(error, texts.previewFailed))
  const problem = preview && problemOfPreview(preview)
  if (problem && problem.next !== 'wait') return previewProblem(problem)
  if (preview && focus !== undefined && findSameSummary(preview, focus))
    return { sentence: texts.already, next: 'none' }
  // The user can still request a video that has to wait or may be music.
  if (problem) return { sentence: problem.sentence, next: 'request' }
  return preview?.doubt ? { sentence: texts.looksLikeMusic, next: 'request' } : { next: 'request' }
}

const previewProblem = (problem: Problem): RowStatus => ({
  sentence: problem.sentence,
  next: isTemporary(problem) ? 'reload' : 'none',
})

const isTemporary = ({ next, code }: Problem) => next === 'retry' || next === 'wait' || isWithheld(code)

interface RowProps {
  pasted: string
  data: Preview | undefined
  isPending: boolean
  sentence?: string | undefined
  onRemove(): void
}

function BatchRow({ pasted, data, isPending, sentence, onRemove }: RowProps) {
  const lengthMs = data ? videoLengthMs(data.videoInfo) : null
  const title = data?.videoInfo.title || pasted
  return (
    <li className="batch__row">
      <span className="batch__picture">
        <Thumbnail src={data?.videoInfo.thumbnailUrl ?? null} />
      </span>
      <div className="batch__words">
        {isPending ? (
          <Bone width="70%" />
        ) : (
          <p className="batch__title clip-lines" dir="auto">
            {title}
          </p>
        )}
        {sentence ? (
          <p className="batch__problem">{sentence}</p>
        ) : (
          <p className="preview-card__meta">
            <span className="clip" dir="auto">
              {data?.videoInfo.channel}
            </span>
            {lengthMs !== null && ` · ${formatShortDuration(lengthMs)}`}
          </p>
        )}
      </div>
      <IconButton icon="close" label={texts.removeLink(title)} onClick={onRemove} />
    </li>
  )
}
