import type { Preview } from '@recaps/contract'
import { useState } from 'react'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { goOnAtHeading } from '../../../ui/go-on-at-heading.ts'
import { Bone } from '../../../ui/Skeleton.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { shortLength } from '../../../ui/time.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { videoLengthMs } from '../video-facts.ts'
import { isWithheld, problemOfPreview } from '../withheld.ts'
import { entryOfThis, explained } from './model.ts'
import { usePreviews } from './queries.ts'
import { type useRequestSummary, wholeFocus } from './requesting.ts'
import { texts } from './texts.ts'
import type { useRefusals } from './useRefusals.ts'
import type { SummaryForm } from './useSummaryForm.ts'

export { NotTaken } from './NotTaken.tsx'

interface Props extends ReturnType<typeof useRefusals> {
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

/** Several links at once: each with its own picture and its own refusal. What fails in passing can be tried again. */
export default function BatchList(props: Props) {
  const { videoIds, pastedOf, request, refusals, noting, form, isKnown, isWanted, onLeft } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const previews = usePreviews(videoIds, form.preset, isKnown)
  const remaining = useEntitlement().data?.month.remaining
  const rows = videoIds.map((videoId, at) => {
    const { data, error, isPending, refetch } = previews[at]!
    return { videoId, data, isPending, refetch, ...standingOf(refusals.get(videoId), data, error, form) }
  })
  const askable = rows.filter(row => row.next === 'ask').map(row => row.videoId)
  const unseen = rows.filter(row => row.next === 'look')

  const askAll = async () => {
    setBusy(true)
    setProblem(null)
    const refused = new Set<string>()
    const focus = await wholeFocus(form).catch(error => setProblem(problemOf(error).sentence))
    if (focus === undefined) return setBusy(false)
    // One after the other: the month may end in the middle, and then the first ones are the ones that are made.
    for (const videoId of askable) {
      if (!isWanted(videoId)) continue
      await request
        .mutateAsync({ urlOrId: videoId, title: pastedOf(videoId), ...form, focus }, noting)
        .catch(() => refused.add(videoId))
    }
    setBusy(false)
    onLeft(videoIds.filter(videoId => isWanted(videoId) && (refused.has(videoId) || !askable.includes(videoId))))
  }

  const lookAgain = () => Promise.all(unseen.map(row => row.refetch()))

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
      {unseen.length > 0 && (
        <div className="batch__offer">
          <Button icon="retry" ref={goOnAtHeading} onClick={() => void lookAgain()}>
            {texts.lookAgain(unseen.length)}
          </Button>
        </div>
      )}
      {askable.length > 0 && (
        <div className="batch__offer">
          {remaining !== undefined && remaining > 0 && <p>{texts.uses(askable.length, remaining)}</p>}
          <Button
            kind="primary"
            icon="generate"
            isBusy={isBusy || request.isPending}
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

/** What is said of a row in place of its facts, and what can be done for it: asking, or looking at the video again. */
interface Standing {
  sentence?: string
  next: 'ask' | 'look' | 'none'
}

function standingOf(
  refusal: Problem | undefined,
  preview: Preview | undefined,
  error: unknown,
  { focus }: SummaryForm,
): Standing {
  if (refusal) return { sentence: refusal.sentence, next: isPassing(refusal) ? 'ask' : 'none' }
  if (error) return unseenFor(explained(error, texts.notLooked))
  const problem = preview && problemOfPreview(preview)
  if (problem && problem.next !== 'wait') return unseenFor(problem)
  if (preview && focus !== undefined && entryOfThis(preview, focus)) return { sentence: texts.already, next: 'none' }
  // A video that is only waited for is asked for all the same, and so is one that is only doubted.
  if (problem) return { sentence: problem.sentence, next: 'ask' }
  return preview?.doubt ? { sentence: texts.looksLikeMusic, next: 'ask' } : { next: 'ask' }
}

const unseenFor = (problem: Problem): Standing => ({
  sentence: problem.sentence,
  next: isPassing(problem) ? 'look' : 'none',
})

const isPassing = ({ next, code }: Problem) => next === 'retry' || next === 'wait' || isWithheld(code)

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
            {lengthMs !== null && ` · ${shortLength(lengthMs)}`}
          </p>
        )}
      </div>
      <IconButton icon="close" label={texts.removeLink(title)} onClick={onRemove} />
    </li>
  )
}
