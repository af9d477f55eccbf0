import { useState } from 'react'
import { problemOf, problemOfSummary } from '../../../api/problem.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Bone } from '../../../ui/Skeleton.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { isoDurationMs, shortLength } from '../../../ui/time.ts'
import { usePreview, type useRequestSummary } from './queries.ts'
import { texts } from './texts.ts'

interface Props {
  videoIds: readonly string[]
  request: ReturnType<typeof useRequestSummary>
  onRemove(videoId: string): void
  /** Called with the ones that were asked for; those that were refused stay. */
  onAsked(videoIds: readonly string[]): void
}

/** Several links at once: each with its own picture and its own refusal. */
export function BatchList({ videoIds, request, onRemove, onAsked }: Props) {
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setBusy] = useState(false)

  const askAll = async () => {
    setBusy(true)
    const asked: string[] = []
    const refused = new Map<string, string>()
    // One after the other: the month may end in the middle, and then the first ones are the ones that are made.
    for (const videoId of videoIds) {
      await request.mutateAsync(videoId).then(
        () => asked.push(videoId),
        error => refused.set(videoId, problemOf(error).sentence),
      )
    }
    request.reset()
    setRefusals(refused)
    setBusy(false)
    onAsked(asked)
  }

  return (
    <section className="batch">
      <ul className="batch__list">
        {videoIds.map(videoId => (
          <BatchRow
            key={videoId}
            videoId={videoId}
            refusal={refusals.get(videoId)}
            onRemove={() => onRemove(videoId)}
          />
        ))}
      </ul>
      <Button kind="primary" icon="generate" isWide isBusy={isBusy} onClick={() => void askAll()}>
        {texts.submitMany(videoIds.length)}
      </Button>
    </section>
  )
}

function BatchRow(props: { videoId: string; refusal: string | undefined; onRemove(): void }) {
  const { data, error, isPending } = usePreview(props.videoId)
  const problem = error ? problemOf(error) : data && problemOfSummary(data)
  const sentence = props.refusal ?? problem?.sentence
  const lengthMs = isoDurationMs(data?.videoInfo.duration ?? null)
  const title = data?.videoInfo.title ?? props.videoId
  return (
    <li className="batch__row">
      <span className="batch__picture">
        <Thumbnail src={data?.videoInfo.thumbnailUrl ?? null} />
      </span>
      <div className="batch__words">
        {isPending ? <Bone width="70%" /> : <p className="batch__title clip-2">{title}</p>}
        {sentence ? (
          <p className="batch__problem">{sentence}</p>
        ) : (
          data && (
            <p className="preview-card__meta clip">
              {[data.videoInfo.channel, lengthMs !== null && shortLength(lengthMs)].filter(Boolean).join(' · ')}
            </p>
          )
        )}
      </div>
      <IconButton icon="close" label={texts.removeLink(title)} onClick={props.onRemove} />
    </li>
  )
}
