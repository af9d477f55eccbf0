import type { Preset, Summary } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useIsUnmounted } from '../../../ui/useIsUnmounted.ts'
import { Offer } from '../generate/Offer.tsx'
import { QuotaLine } from '../generate/QuotaLine.tsx'
import { usePreview } from '../generate/queries.ts'
import { useRequestSummary } from '../generate/request-summary.ts'
import { NextAction } from '../NextAction.tsx'
import { texts as shared } from '../texts.ts'
import { problemOfPreview } from '../withheld.ts'
import { texts } from './texts.ts'
import '../generate/generate.css'
import './another-length.css'

interface Props {
  summary: Summary
  preset: Preset
  isOpen: boolean
  onClose(): void
}

/** Sheet to request a shorter or longer summary of the same video. Shows the cost first and opens the new summary. */
export default function AnotherLength({ isOpen, onClose, ...options }: Props) {
  const title = texts.anotherLength[options.preset]
  return (
    <Dialog kind="sheet" label={title} isOpen={isOpen} onClose={onClose}>
      <div className="another-length">
        <div className="another-length__head">
          <h2>{title}</h2>
          <IconButton icon="close" label={texts.close} onClick={onClose} />
        </div>
        <p className="another-length__words">{texts.keepsOriginal}</p>
        {options.summary.focus && (
          <p className="another-length__words" dir="auto">
            {texts.focus(options.summary.focus)}
          </p>
        )}
        <QuotaLine />
        <RequestOffer {...options} />
      </div>
    </Dialog>
  )
}

function RequestOffer({ summary: { id, videoInfo, focus }, preset }: Pick<Props, 'summary' | 'preset'>) {
  const navigate = useNavigate()
  const preview = usePreview(videoInfo.videoId, preset)
  const toast = useToast()
  const isUnmounted = useIsUnmounted()
  const request = useRequestSummary(({ id }) => {
    const open = () => void navigate(`/history-detail/${id}`)
    // If the sheet was closed or the user has moved on, offer a link instead of navigating.
    if (isUnmounted()) toast({ text: shared.added, tone: 'success', action: { label: shared.open, onPress: open } })
    else open()
  })
  const submit = () => request.mutate({ urlOrId: videoInfo.videoId, focus: focus ?? '', preset })
  if (preview.isPending) {
    return (
      <Skeleton label={texts.checking}>
        <Bone height="2.75rem" />
      </Skeleton>
    )
  }
  const error = request.error ?? preview.error
  const problem = error ? toProblem(error) : preview.data && problemOfPreview(preview.data)
  const willWait = problem?.next === 'wait'
  return (
    <>
      {problem && (
        <Banner
          tone={willWait ? 'warning' : 'danger'}
          action={
            <NextAction
              problem={problem}
              isBusy={preview.isFetching || request.isPending}
              onRetry={() => (request.isError ? submit() : preview.refetch())}
            />
          }
        >
          {problem.sentence}
        </Banner>
      )}
      {preview.data && (!problem || willWait) && (
        <Offer
          preview={preview.data}
          focus={focus ?? ''}
          willWait={willWait}
          isStale={preview.isPlaceholderData}
          isBusy={request.isPending}
          shownId={id}
          onSubmit={submit}
        />
      )}
    </>
  )
}
