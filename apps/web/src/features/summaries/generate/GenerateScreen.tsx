import type { Summary } from '@recaps/contract'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { VideoResults } from '../../youtube/VideoResults.tsx'
import { BatchList } from './BatchList.tsx'
import { CaptionUpload } from './CaptionUpload.tsx'
import { DemoHint } from './DemoHint.tsx'
import { FocusField } from './FocusField.tsx'
import { Latest } from './Latest.tsx'
import { LinkBox } from './LinkBox.tsx'
import { mostLinks, readInput } from './model.ts'
import { PreviewCard } from './PreviewCard.tsx'
import { QuotaLine } from './QuotaLine.tsx'
import { useRequestSummary } from './queries.ts'
import { RecentWork } from './RecentWork.tsx'
import { texts } from './texts.ts'
import { useChoice } from './useChoice.ts'
import { useSettled } from './useSettled.ts'
import './generate.css'

/** Words are searched for when typing rests this long; links are looked at when they are complete. */
const typingMs = 400

export default function GenerateScreen() {
  const [search] = useSearchParams()
  const [text, setText] = useState(() => search.get('url') ?? search.get('text') ?? '')
  const [focus, setFocus] = useState('')
  const choice = useChoice()
  const box = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [askedIds, setAskedIds] = useState<readonly number[]>([])
  const noteAsked = (entry: Summary) => setAskedIds(ids => [...ids, entry.id])
  const noteUploaded = (entry: Summary) => {
    noteAsked(entry)
    setFocus('')
  }
  const request = useRequestSummary(noteAsked)
  const input = readInput(useSettled(text, typingMs))
  const videoId = choice.videoId ?? (input.kind === 'videos' && input.videoIds.length === 1 ? input.videoIds[0]! : null)

  const { reset } = request
  const write = (next: string) => {
    setText(next)
    choice.drop()
    reset()
  }
  const submit = (id = videoId) => {
    if (!id || request.isPending) return
    const onSuccess = () => {
      write('')
      setFocus('')
    }
    request.mutate({ urlOrId: id, focus }, { onSuccess })
  }
  const keep = (left: readonly string[]) => {
    setText(left.join('\n'))
    if (left.length === 0) setFocus('')
  }
  const editLink = () => {
    box.current?.focus()
    box.current?.select()
  }
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) box.current?.focus()
  }, [])

  return (
    <Page title={texts.title}>
      <div className="generate">
        <p className="generate__intro">{texts.intro}</p>
        <LinkBox ref={box} text={text} onText={write} onSubmit={() => submit()} />
        <FocusField key={askedIds.length} text={focus} onText={setFocus} onSubmit={() => submit()} />
        <QuotaLine />
        <div className="generate__answer" aria-live="polite">
          {choice.videoId && (
            <Button kind="quiet" isSmall icon="back" ref={choice.wayBack} onClick={choice.back}>
              {texts.backToResults}
            </Button>
          )}
          {videoId && (
            <PreviewCard
              key={videoId}
              videoId={videoId}
              request={request}
              hasFocus={focus.trim() !== ''}
              onSubmit={() => submit(videoId)}
              onCheckLink={editLink}
              onUpload={() => file.current?.click()}
            />
          )}
          {input.kind === 'videos' && input.videoIds.length > 1 && (
            <BatchList videoIds={input.videoIds} request={request} focus={focus} onLeft={keep} />
          )}
          {input.kind === 'videos' && input.leftOut > 0 && (
            <Banner tone="info">{texts.leftOut(mostLinks, input.leftOut)}</Banner>
          )}
          {input.kind === 'wrong_link' && <Banner tone="warning">{texts.notAVideo[input.reason]}</Banner>}
        </div>
        {input.kind === 'words' && (
          // Hidden and not gone, so that the way back leads to the same place in the same list.
          <div hidden={choice.videoId !== null}>
            <VideoResults query={input.query} onChoose={video => choice.choose(video.id)} />
          </div>
        )}
        {input.kind === 'nothing' && <DemoHint onWord={write} />}
        <RecentWork askedIds={askedIds} />
        <CaptionUpload input={file} focus={focus} onAsked={noteUploaded} />
        {input.kind === 'nothing' && <Latest />}
      </div>
    </Page>
  )
}
