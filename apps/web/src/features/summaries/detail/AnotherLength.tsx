import type { Preset, Summary } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useIsLeft } from '../../../ui/useIsLeft.ts'
import { Offer } from '../generate/Offer.tsx'
import { QuotaLine } from '../generate/QuotaLine.tsx'
import { usePreview } from '../generate/queries.ts'
import { useRequestSummary } from '../generate/requesting.ts'
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

/** Asks for the same video shorter or longer, after saying what that takes, and goes on at the new one. */
export default function AnotherLength({ isOpen, onClose, ...wish }: Props) {
  const title = texts.anotherLength[wish.preset]
  return (
    <Dialog kind="sheet" label={title} isOpen={isOpen} onClose={onClose}>
      <div className="another-length">
        <div className="another-length__head">
          <h2>{title}</h2>
          <IconButton icon="close" label={texts.close} onClick={onClose} />
        </div>
        <p className="another-length__words">{texts.staysBeside}</p>
        {wish.summary.focus && (
          <p className="another-length__words" dir="auto">
            {texts.focus(wish.summary.focus)}
          </p>
        )}
        <QuotaLine />
        <Asking {...wish} />
      </div>
    </Dialog>
  )
}

function Asking({ summary: { id, videoInfo, focus }, preset }: Pick<Props, 'summary' | 'preset'>) {
  const navigate = useNavigate()
  const preview = usePreview(videoInfo.videoId, preset)
  const toast = useToast()
  const isLeft = useIsLeft()
  const request = useRequestSummary(({ id }) => {
    const open = () => void navigate(`/history-detail/${id}`)
    // Whoever closed this, or went on to another page, stays where they are.
    if (isLeft()) toast({ text: shared.added, tone: 'success', action: { label: shared.open, onPress: open } })
    else open()
  })
  const ask = () => request.mutate({ urlOrId: videoInfo.videoId, focus: focus ?? '', preset })
  if (preview.isPending) {
    return (
      <Skeleton label={texts.looking}>
        <Bone height="2.75rem" />
      </Skeleton>
    )
  }
  const error = request.error ?? preview.error
  const problem = error ? problemOf(error) : preview.data && problemOfPreview(preview.data)
  const isWaited = problem?.next === 'wait'
  return (
    <>
      {problem && (
        <Banner
          tone={isWaited ? 'warning' : 'danger'}
          action={
            <NextAction
              problem={problem}
              isBusy={preview.isFetching || request.isPending}
              onRetry={() => (request.isError ? ask() : preview.refetch())}
            />
          }
        >
          {problem.sentence}
        </Banner>
      )}
      {preview.data && (!problem || isWaited) && (
        <Offer
          preview={preview.data}
          focus={focus ?? ''}
          isWaited={isWaited}
          isStale={preview.isPlaceholderData}
          isBusy={request.isPending}
          shownId={id}
          onSubmit={ask}
        />
      )}
    </>
  )
}
