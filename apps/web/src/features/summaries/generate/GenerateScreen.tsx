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
import { broughtText, pastedOf, readInput, videosIn, withoutDone } from './model.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { QuotaLine } from './QuotaLine.tsx'
import { RecentWork } from './RecentWork.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { useRequestSummary } from './requesting.ts'
import { texts } from './texts.ts'
import { useChoice } from './useChoice.ts'
import { useRefusals } from './useRefusals.ts'
import { useSettled } from './useSettled.ts'
import { useSummaryForm } from './useSummaryForm.ts'
import './generate.css'

const WhileEmpty = lazy(() => import('./WhileEmpty.tsx'))
const BatchList = lazy(() => import('./BatchList.tsx'))
// Parts of the same files: each file has a line of its own in the first load.
const DemoHint = lazy(async () => ({ default: (await import('./WhileEmpty.tsx')).DemoHint }))
const NotTaken = lazy(async () => ({ default: (await import('./BatchList.tsx')).NotTaken }))
const VideoResults = lazy(() => import('../../youtube/VideoResults.tsx'))

/** Words are searched for when typing rests this long; links are looked at when they are complete. */
const typingMs = 400

export default function GenerateScreen() {
  const [search] = useSearchParams()
  const canRead = useLinkReader()
  const [text, setText] = useState(() => broughtText(search))
  const { form, isKnown, focusOrigin, setFocus, setPreset, clear } = useSummaryForm()
  const isSpent = useEntitlement().data?.month.remaining === 0
  const choice = useChoice()
  const box = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [askedIds, setAskedIds] = useState<readonly number[]>([])
  const noteAsked = (entry: Summary) => setAskedIds(ids => [...ids, entry.id])
  const noteDone = (entry: Summary) => {
    noteAsked(entry)
    clear()
  }
  const request = useRequestSummary(noteAsked)
  const rested = useSettled(text, typingMs)
  const input = readInput(rested)
  const videoId = choice.videoId ?? (input.kind === 'videos' && input.videoIds.length === 1 ? input.videoIds[0]! : null)
  // By the text of this moment: what was written over is about to go.
  const { refusals, noting } = useRefusals(request, choice.videoId ? [choice.videoId] : videosIn(text))

  // Of the last moment, also for what goes on after this page.
  const inBox = useRef(text)
  useEffect(() => {
    inBox.current = text
  }, [text])
  const isWanted = (videoId: string) => videosIn(inBox.current).includes(videoId)

  const write = (next: string) => {
    setText(next)
    choice.drop()
  }
  const submit = (id = videoId) => {
    if (!id || request.isPending) return
    const onSuccess: typeof noting.onSuccess = (entry, wish) => {
      noting.onSuccess(entry, wish)
      choice.drop()
      keep([])
    }
    request.mutate({ urlOrId: id, title: pastedOf(text, id), ...form }, { ...noting, onSuccess })
  }
  const keep = (left: readonly string[]) => {
    const rest = left.map(videoId => pastedOf(text, videoId))
    setText(now => withoutDone(now, text, rest))
    if (left.length === 0) clear()
  }
  const editLink = () => {
    box.current?.focus()
    box.current?.select()
  }
  const { key, state } = useLocation()
  const isForBox = (state as { isForBox?: boolean } | null)?.isForBox === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that leads here from here is another visit.
  useEffect(() => {
    const brought = canRead ? broughtText(search) : ''
    if (brought) write(brought)
  }, [key, canRead])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same.
  useEffect(() => {
    if (isForBox || matchMedia('(hover: hover)').matches) box.current?.focus()
  }, [key, isForBox])

  return (
    <Page title={texts.title}>
      <div className="generate">
        {!isSpent && <p className="generate__intro">{texts.intro}</p>}
        <LinkBox ref={box} text={text} onText={write} onSubmit={() => submit()} />
        <div className="generate__form">
          <FocusField
            key={askedIds.length}
            text={form.focus ?? ''}
            origin={focusOrigin}
            onText={setFocus}
            onSubmit={() => submit()}
          />
          {form.preset ? (
            <LengthButton preset={form.preset} onChoose={setPreset} />
          ) : (
            !isKnown && <span className="generate__length-place" />
          )}
        </div>
        <QuotaLine />
        <div className="generate__answer" aria-live="polite">
          {choice.videoId && (
            <Button kind="quiet" isSmall icon="back" ref={choice.wayBack} onClick={choice.back}>
              {texts.backToResults}
            </Button>
          )}
          {(input.kind === 'wrong_link' || (input.kind === 'videos' && input.isPartly)) && (
            <Suspense>
              <NotTaken text={rested} input={input} />
            </Suspense>
          )}
          {videoId && (
            <PreviewCard
              key={videoId}
              videoId={videoId}
              preset={form.preset}
              isKnown={isKnown}
              refusal={refusals.get(videoId)}
              isAsking={request.isPending}
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
                pastedOf={videoId => pastedOf(text, videoId)}
                request={request}
                refusals={refusals}
                noting={noting}
                form={form}
                isKnown={isKnown}
                isWanted={isWanted}
                onLeft={keep}
              />
            </Suspense>
          )}
        </div>
        {input.kind === 'words' && (
          // Hidden and not gone, so that the way back leads to the same place in the same list.
          <div hidden={choice.videoId !== null}>
            <Suspense fallback={<RowsSkeleton rows={[1, 2, 3]} />}>
              <VideoResults query={input.query} onChoose={video => choice.choose(video.id)} />
            </Suspense>
          </div>
        )}
        <Regions name="generate">
          {input.kind === 'nothing' && (
            <Suspense>
              <DemoHint onWord={write} />
            </Suspense>
          )}
          <RecentWork askedIds={askedIds} isBoxEmpty={input.kind === 'nothing'} />
          <CaptionUpload input={file} form={form} isSpent={isSpent} onAsked={noteDone} />
          {input.kind === 'nothing' && (
            <Suspense>
              <WhileEmpty form={form} onAsked={noteDone} />
            </Suspense>
          )}
        </Regions>
      </div>
    </Page>
  )
}
