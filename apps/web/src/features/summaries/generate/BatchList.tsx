import type { Preview } from '@recaps/contract'
import { useState } from 'react'
import { problemOf, problemOfSummary } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Bone } from '../../../ui/Skeleton.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { shortLength } from '../../../ui/time.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { videoLengthMs } from '../video-facts.ts'
import { entryOfThis, explained } from './model.ts'
import { usePreviews } from './queries.ts'
import { type useRequestSummary, wholeFocus } from './requesting.ts'
import { texts } from './texts.ts'
import type { SummaryForm } from './useSummaryForm.ts'

interface Props {
  videoIds: readonly string[]
  /** The link of each as it was pasted. */
  pastedOf(videoId: string): string
  request: ReturnType<typeof useRequestSummary>
  /** How each of them is to be. */
  form: SummaryForm
  /** Whether its length is known by now. */
  isKnown: boolean
  /** Whether it still stands in the box: what was taken out while others were asked for is not asked for. */
  isWanted(videoId: string): boolean
  /** Called with the ones that are left in the box: all but the removed one, or those that were refused. */
  onLeft(videoIds: readonly string[]): void
}

/** Several links at once: each with its own picture and its own refusal. */
export default function BatchList({ videoIds, pastedOf, request, form, isKnown, isWanted, onLeft }: Props) {
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const previews = usePreviews(videoIds, form.preset, isKnown)
  const remaining = useEntitlement().data?.month.remaining
  const rows = videoIds.map((videoId, at) => {
    const { data, error, isPending } = previews[at]!
    const sentence = refusals.get(videoId) ?? refusalOf(data, error, form)
    return { videoId, data, isPending, sentence }
  })
  const askable = rows.filter(row => !row.sentence).map(row => row.videoId)

  const askAll = async () => {
    setBusy(true)
    setProblem(null)
    const refused = new Map<string, string>()
    const focus = await wholeFocus(form).catch(error => setProblem(problemOf(error).sentence))
    if (focus === undefined) return setBusy(false)
    // One after the other: the month may end in the middle, and then the first ones are the ones that are made.
    for (const videoId of askable) {
      if (!isWanted(videoId)) continue
      await request
        .mutateAsync({ urlOrId: videoId, ...form, focus })
        .catch(error => refused.set(videoId, explained(error, texts.notAsked).sentence))
    }
    if (refused.size === 0) request.reset()
    setRefusals(refused)
    setBusy(false)
    onLeft(videoIds.filter(videoId => isWanted(videoId) && (refused.has(videoId) || !askable.includes(videoId))))
  }

  return (
    <section className="batch">
      <ul className="batch__list">
        {rows.map(row => (
          <BatchRow
            key={row.videoId}
            {...row}
            pasted={pastedOf(row.videoId)}
            onRemove={() => onLeft(videoIds.filter(videoId => videoId !== row.videoId))}
          />
        ))}
      </ul>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {askable.length > 0 && (
        <div className="batch__offer">
          {remaining !== undefined && remaining > 0 && <p>{texts.uses(askable.length, remaining)}</p>}
          <Button
            kind="primary"
            icon="generate"
            isBusy={isBusy}
            disabled={remaining === 0}
            onClick={() => void askAll()}
          >
            {askable.length === 1 ? texts.submit : texts.submitMany(askable.length)}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Why this one is not asked for; a video that is only waited for is asked for all the same. */
function refusalOf(preview: Preview | undefined, error: unknown, { focus }: SummaryForm): string | undefined {
  if (error) return explained(error, texts.notLooked).sentence
  const problem = preview && problemOfSummary(preview)
  if (problem && problem.next !== 'wait') return problem.sentence
  return preview && focus !== undefined && entryOfThis(preview, focus) ? texts.already : undefined
}

interface RowProps {
  pasted: string
  data: Preview | undefined
  isPending: boolean
  sentence: string | undefined
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
            {lengthMs !== null && ` · ${shortLength(lengthMs)}`}
          </p>
        )}
      </div>
      <IconButton icon="close" label={texts.removeLink(title)} onClick={onRemove} />
    </li>
  )
}
