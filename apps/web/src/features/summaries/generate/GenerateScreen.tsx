import type { Summary } from '@recaps/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { CaptionUpload } from './CaptionUpload.tsx'
import { FocusField } from './FocusField.tsx'
import { LengthButton } from './LengthButton.tsx'
import { LinkBox } from './LinkBox.tsx'
import { useLinkReader } from './link-reader.ts'
import { findPastedLink, readInput, readSharedText, removeRequestedLinks, videoIdsIn } from './model.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { QuotaLine } from './QuotaLine.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { useRequestSummary } from './request-summary.ts'
import { SummariesInProgress } from './SummariesInProgress.tsx'
import { texts } from './texts.ts'
import { useChosenResult } from './useChosenResult.ts'
import { useDebouncedText } from './useDebouncedText.ts'
import { useRequestErrors } from './useRequestErrors.ts'
import { useSummaryOptions } from './useSummaryOptions.ts'
import './generate.css'

const EmptyBoxContent = lazy(() => import('./EmptyBoxContent.tsx'))
const BatchList = lazy(() => import('./BatchList.tsx'))
// Loaded from the same chunks, to keep the number of chunks in the first load small.
const DemoHint = lazy(async () => ({ default: (await import('./EmptyBoxContent.tsx')).DemoHint }))
const SkippedLinks = lazy(async () => ({ default: (await import('./BatchList.tsx')).SkippedLinks }))
const VideoResults = lazy(() => import('../../youtube/VideoResults.tsx'))

/** Search starts after this pause in typing; a complete link is previewed at once. */
const searchDelayMs = 400

export default function GenerateScreen() {
  const [search] = useSearchParams()
  const canRead = useLinkReader()
  const [text, setText] = useState(() => readSharedText(search))
  const { form, isReady, focusOrigin, setFocus, setPreset, clear } = useSummaryOptions()
  const isQuotaUsedUp = useEntitlement().data?.month.remaining === 0
  const choice = useChosenResult()
  const box = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [createdIds, setCreatedIds] = useState<readonly number[]>([])
  const addCreated = (summary: Summary) => setCreatedIds(ids => [...ids, summary.id])
  const addCreatedAndReset = (summary: Summary) => {
    addCreated(summary)
    clear()
  }
  const request = useRequestSummary(addCreated)
  const settledText = useDebouncedText(text, searchDelayMs)
  const input = readInput(settledText)
  const videoId = choice.videoId ?? (input.kind === 'videos' && input.videoIds.length === 1 ? input.videoIds[0]! : null)
  // Uses the current text, not the settled one, so that errors of replaced links disappear at once.
  const { refusals, callbacks } = useRequestErrors(request, choice.videoId ? [choice.videoId] : videoIdsIn(text))

  // Requests of a batch continue after this page unmounts, so they read the last text from a ref.
  const latestText = useRef(text)
  useEffect(() => {
    latestText.current = text
  }, [text])
  const isInBox = (videoId: string) => videoIdsIn(latestText.current).includes(videoId)

  const changeText = (next: string) => {
    setText(next)
    choice.clear()
  }
  const submit = (id = videoId) => {
    if (!id || request.isPending) return
    const onSuccess: typeof callbacks.onSuccess = (summary, options) => {
      callbacks.onSuccess(summary, options)
      choice.clear()
      keepOnly([])
    }
    request.mutate({ urlOrId: id, title: findPastedLink(text, id), ...form }, { ...callbacks, onSuccess })
  }
  const keepOnly = (videoIds: readonly string[]) => {
    const keptLinks = videoIds.map(videoId => findPastedLink(text, videoId))
    setText(current => removeRequestedLinks(current, text, keptLinks))
    if (videoIds.length === 0) clear()
  }
  const editLink = () => {
    box.current?.focus()
    box.current?.select()
  }
  const { key, state } = useLocation()
  const isForBox = (state as { isForBox?: boolean } | null)?.isForBox === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link to this page while on it counts as a new visit.
  useEffect(() => {
    const sharedText = canRead ? readSharedText(search) : ''
    if (sharedText) changeText(sharedText)
  }, [key, canRead])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (isForBox || matchMedia('(hover: hover)').matches) box.current?.focus()
  }, [key, isForBox])

  return (
    <Page title={texts.title}>
      <div className="generate">
        {!isQuotaUsedUp && <p className="generate__intro">{texts.intro}</p>}
        <LinkBox ref={box} text={text} onText={changeText} onSubmit={() => submit()} />
        <div className="generate__form">
          <FocusField
            key={createdIds.length}
            text={form.focus ?? ''}
            origin={focusOrigin}
            onText={setFocus}
            onSubmit={() => submit()}
          />
          {form.preset ? (
            <LengthButton preset={form.preset} onChoose={setPreset} />
          ) : (
            !isReady && <span className="generate__length-place" />
          )}
        </div>
        <QuotaLine />
        <div className="generate__answer" aria-live="polite">
          {choice.videoId && (
            <Button kind="quiet" isSmall icon="back" ref={choice.backButton} onClick={choice.back}>
              {texts.backToResults}
            </Button>
          )}
          {(input.kind === 'wrong_link' || (input.kind === 'videos' && input.hasSkippedLinks)) && (
            <Suspense>
              <SkippedLinks text={settledText} input={input} />
            </Suspense>
          )}
          {videoId && (
            <PreviewCard
              key={videoId}
              videoId={videoId}
              preset={form.preset}
              isFormReady={isReady}
              refusal={refusals.get(videoId)}
              isRequesting={request.isPending}
              focus={form.focus}
              onSubmit={() => submit(videoId)}
              onCheckLink={editLink}
              onUpload={() => file.current?.click()}
            />
          )}
          {input.kind === 'videos' && input.videoIds.length > 1 && (
            <Suspense fallback={<RowsSkeleton rows={input.videoIds} />}>
              <BatchList
                videoIds={input.videoIds}
                pastedLink={videoId => findPastedLink(text, videoId)}
                request={request}
                refusals={refusals}
                callbacks={callbacks}
                form={form}
                isFormReady={isReady}
                isInBox={isInBox}
                onRemaining={keepOnly}
              />
            </Suspense>
          )}
        </div>
        {input.kind === 'search' && (
          // Hidden instead of unmounted, so that Back returns to the same position in the results.
          <div hidden={choice.videoId !== null}>
            <Suspense fallback={<RowsSkeleton rows={[1, 2, 3]} />}>
              <VideoResults query={input.query} onChoose={video => choice.choose(video.id)} />
            </Suspense>
          </div>
        )}
        <Regions name="generate">
          {input.kind === 'empty' && (
            <Suspense>
              <DemoHint onSearch={changeText} />
            </Suspense>
          )}
          <SummariesInProgress createdIds={createdIds} isBoxEmpty={input.kind === 'empty'} />
          <CaptionUpload input={file} form={form} isQuotaUsedUp={isQuotaUsedUp} onCreated={addCreatedAndReset} />
          {input.kind === 'empty' && (
            <Suspense>
              <EmptyBoxContent form={form} onCreated={addCreatedAndReset} />
            </Suspense>
          )}
        </Regions>
      </div>
    </Page>
  )
}
