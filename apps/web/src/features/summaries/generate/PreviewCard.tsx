import type { Preset, Preview } from '@recaps/contract'
import type { Problem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { LengthChip } from '../../../ui/LengthChip.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { dayAndTime, shortLength } from '../../../ui/time.ts'
import { NextAction } from '../NextAction.tsx'
import { texts as shared } from '../texts.ts'
import { videoLengthMs } from '../video-facts.ts'
import { problemOfPreview } from '../withheld.ts'
import { explained } from './model.ts'
import { Offer } from './Offer.tsx'
import { usePreview } from './queries.ts'
import { texts } from './texts.ts'

interface Props {
  videoId: string
  /** How long the summary is to be; undefined for what the service takes by itself. */
  preset: Preset | undefined
  /** Whether that is known by now. */
  isKnown: boolean
  /** Why it was not made when it was asked for. */
  refusal: Problem | undefined
  isAsking: boolean
  /** What the reader wants to know most; undefined as long as it is not known. */
  focus: string | undefined
  onSubmit(): void
  onCheckLink(): void
  onUpload(): void
}

/** What the link leads to, at once: picture, title, length, captions, and what a summary of it will take. */
export function PreviewCard(props: Props) {
  const { videoId, preset, isKnown, refusal, isAsking, focus, onSubmit, onCheckLink, onUpload } = props
  const preview = usePreview(videoId, preset, isKnown)
  if (preview.isPending) return <PreviewSkeleton />
  const seen = preview.data ? problemOfPreview(preview.data) : null
  const problem = refusal ?? (preview.isError ? explained(preview.error, texts.notLooked) : seen)
  const retryAt = preview.data?.retryAt
  const title = preview.data?.videoInfo.title
  const canBeAsked = preview.data && (!problem || problem.next === 'wait')
  const told = problem && (
    <Banner
      tone={problem.next === 'wait' ? 'warning' : 'danger'}
      action={
        <NextAction
          problem={problem}
          isBusy={preview.isFetching || isAsking}
          onRetry={() => (refusal ? onSubmit() : preview.refetch())}
          onCheckLink={onCheckLink}
          onUpload={onUpload}
        />
      }
    >
      {problem.sentence} {retryAt && shared.looksAgain(dayAndTime(retryAt))}
    </Banner>
  )
  // Nothing is known of the video and nothing can be done with it: the sentence needs no card around it.
  if (!title && !canBeAsked) return told
  return (
    <article className="preview-card" aria-label={title || undefined}>
      {preview.data && title && <Video preview={preview.data} />}
      {told}
      {canBeAsked && !problem && preview.data.doubt && <Banner tone="warning">{texts.looksLikeMusic}</Banner>}
      {canBeAsked && (
        <Offer
          preview={preview.data}
          focus={focus ?? ''}
          isWaited={seen?.next === 'wait'}
          isStale={preview.isPlaceholderData || focus === undefined}
          isBusy={isAsking}
          onSubmit={onSubmit}
        />
      )}
    </article>
  )
}

function Video({ preview: { videoInfo, captions, captionLanguage, code } }: { preview: Preview }) {
  const lengthMs = videoLengthMs(videoInfo)
  const kind = texts.captions[captions === 'none' && code === null ? 'heard' : captions]
  const language = foreignLanguage(captionLanguage)
  return (
    <div className="preview-card__video">
      <span className="preview-card__picture">
        <Thumbnail src={videoInfo.thumbnailUrl} isEager />
        {lengthMs !== null && <LengthChip>{shortLength(lengthMs)}</LengthChip>}
      </span>
      <div className="preview-card__words">
        <h2 className="preview-card__title clip-lines" dir="auto">
          {videoInfo.title}
        </h2>
        <p className="preview-card__meta clip-lines" dir="auto">
          {videoInfo.channel}
        </p>
        <p className="preview-card__meta">{language ? texts.inLanguage(kind, language) : kind}</p>
      </div>
    </div>
  )
}

/** The name of a language that is not English; null for one that nobody has a name for. */
function foreignLanguage(tag: string | null): string | null {
  if (!tag || /^en\b/i.test(tag)) return null
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) ?? null
  } catch {
    return null
  }
}

const PreviewSkeleton = () => (
  <Skeleton label={texts.looking}>
    <div className="preview-card">
      <div className="preview-card__video">
        <span className="preview-card__picture">
          <Bone height="100%" />
        </span>
        <div className="preview-card__words">
          <Bone width="90%" height="1.25rem" />
          <Bone width="40%" />
          <Bone width="55%" />
        </div>
      </div>
      <div className="preview-card__offer">
        <Bone width="10rem" />
        <Bone width="11.5rem" height="2.75rem" />
      </div>
    </div>
  </Skeleton>
)
