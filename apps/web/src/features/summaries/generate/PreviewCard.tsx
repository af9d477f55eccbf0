import type { Preset, Preview } from '@recaps/contract'
import type { Problem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { LengthChip } from '../../../ui/LengthChip.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { formatDayAndTime, formatShortDuration } from '../../../ui/time.ts'
import { NextAction } from '../NextAction.tsx'
import { texts as summaryTexts } from '../texts.ts'
import { videoLengthMs } from '../video-facts.ts'
import { problemOfPreview } from '../withheld.ts'
import { problemWithFallback } from './model.ts'
import { Offer } from './Offer.tsx'
import { usePreview } from './queries.ts'
import { texts } from './texts.ts'

interface Props {
  videoId: string
  /** Length of the summary; undefined to use the server's default. */
  preset: Preset | undefined
  /** Whether the length is known yet. */
  isFormReady: boolean
  /** Why the last request for this video failed. */
  refusal: Problem | undefined
  isRequesting: boolean
  /** Undefined until the settings are loaded. */
  focus: string | undefined
  onSubmit(): void
  onCheckLink(): void
  onUpload(): void
}

/** Preview of the linked video: thumbnail, title, duration, captions, and the offer to summarize it. */
export function PreviewCard(props: Props) {
  const { videoId, preset, isFormReady, refusal, isRequesting, focus, onSubmit, onCheckLink, onUpload } = props
  const preview = usePreview(videoId, preset, isFormReady)
  if (preview.isPending) return <PreviewSkeleton />
  const videoProblem = preview.data ? problemOfPreview(preview.data) : null
  const problem = refusal ?? (preview.isError ? problemWithFallback(preview.error, texts.previewFailed) : videoProblem)
  const retryAt = preview.data?.retryAt
  const title = preview.data?.videoInfo.title
  const canRequest = preview.data && (!problem || problem.next === 'wait')
  const problemBanner = problem && (
    <Banner
      tone={problem.next === 'wait' ? 'warning' : 'danger'}
      action={
        <NextAction
          problem={problem}
          isBusy={preview.isFetching || isRequesting}
          onRetry={() => (refusal ? onSubmit() : preview.refetch())}
          onCheckLink={onCheckLink}
          onUpload={onUpload}
        />
      }
    >
      {problem.sentence} {retryAt && summaryTexts.nextCheck(formatDayAndTime(retryAt))}
    </Banner>
  )
  // Without video details or an offer there is no card to show, only the problem.
  if (!title && !canRequest) return problemBanner
  return (
    <article className="preview-card" aria-label={title || undefined}>
      {preview.data && title && <Video preview={preview.data} />}
      {problemBanner}
      {canRequest && !problem && preview.data.doubt && <Banner tone="warning">{texts.looksLikeMusic}</Banner>}
      {canRequest && (
        <Offer
          preview={preview.data}
          focus={focus ?? ''}
          willWait={videoProblem?.next === 'wait'}
          isStale={preview.isPlaceholderData || focus === undefined}
          isBusy={isRequesting}
          onSubmit={onSubmit}
        />
      )}
    </article>
  )
}

function Video({ preview: { videoInfo, captions, captionLanguage, code } }: { preview: Preview }) {
  const lengthMs = videoLengthMs(videoInfo)
  const kind = texts.captions[captions === 'none' && code === null ? 'transcribed' : captions]
  const language = foreignLanguage(captionLanguage)
  return (
    <div className="preview-card__video">
      <span className="preview-card__picture">
        <Thumbnail src={videoInfo.thumbnailUrl} isEager />
        {lengthMs !== null && <LengthChip>{formatShortDuration(lengthMs)}</LengthChip>}
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

/** English name of a caption language; null for English and for unknown tags. */
function foreignLanguage(tag: string | null): string | null {
  if (!tag || /^en\b/i.test(tag)) return null
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) ?? null
  } catch {
    return null
  }
}

const PreviewSkeleton = () => (
  <Skeleton label={texts.loading}>
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
