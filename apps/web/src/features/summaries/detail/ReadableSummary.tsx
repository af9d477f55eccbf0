import type { Summary, SummaryContent } from '@recaps/contract'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { trackOf } from '../../player/track.ts'
import { Contents, FoldedContents } from './Contents.tsx'
import { AudioState, ListenButton } from './ListenButton.tsx'
import { Proof } from './Proof.tsx'
import { ReadBy } from './ReadBy.tsx'
import { timingOf } from './read-along.ts'
import type { SentenceActions } from './SentenceText.tsx'
import { SummaryHead } from './SummaryHead.tsx'
import { SummaryText } from './SummaryText.tsx'
import { Tabs, type View } from './Tabs.tsx'
import type { TextSize } from './TextSize.tsx'
import { texts } from './texts.ts'
import { useFollow } from './useFollow.ts'
import { sentencesOnPage, usePlaceKeeping } from './usePlaceKeeping.ts'
import { useReadAlong } from './useReadAlong.ts'
import { useVideo } from './VideoContext.tsx'
import { VideoPanel } from './VideoPanel.tsx'

const TranscriptPanel = lazy(() => import('./TranscriptPanel.tsx'))
const AskPanel = lazy(() => import('../ask/AskPanel.tsx'))

const views: readonly View[] = ['summary', 'transcript', 'ask']
/** Who has only a link reads; the video answers its owner and who opened it from the community. */
const viewsOfALink: readonly View[] = ['summary', 'transcript']

interface Props {
  summary: Summary
  content: SummaryContent
  textSize: TextSize
}

export function ReadableSummary({ summary, content, textSize }: Props) {
  const [view, setView] = useState<View>('summary')
  // What was asked stays while other tabs are looked at.
  const [isAskOpened, setAskOpened] = useState(false)
  const { resumeAt } = usePlaceKeeping(summary)
  const actions = useSentenceActions(summary)
  const hasVideo = summary.videoInfo.videoUrl !== null
  const show = (next: View) => {
    setView(next)
    if (next === 'ask') setAskOpened(true)
  }
  return (
    <div className="detail" data-text-size={textSize} data-has-video={hasVideo ? '' : undefined}>
      <SummaryHead summary={summary}>
        <ListenButton summary={summary} />
      </SummaryHead>
      <aside className="detail__rail">
        <VideoPanel video={summary.videoInfo} />
        <Proof content={content}>
          <ReadBy summary={summary} />
        </Proof>
        <Contents content={content} />
      </aside>
      <div className="detail__main">
        <AudioState summary={summary} />
        <Tabs views={summary.access === 'shared' ? viewsOfALink : views} view={view} onView={show} />
        {view === 'summary' && (
          <div role="tabpanel" id="panel-summary" aria-labelledby="tab-summary">
            {resumeAt !== null && <Resume at={resumeAt} />}
            <ReadAlong summary={summary} content={content} actions={actions}>
              <FoldedContents content={content} />
            </ReadAlong>
          </div>
        )}
        {view === 'transcript' && (
          <div role="tabpanel" id="panel-transcript" aria-labelledby="tab-transcript">
            <Suspense>
              <TranscriptPanel id={summary.id} openAt={actions.openAt} />
            </Suspense>
          </div>
        )}
        {isAskOpened && (
          <div role="tabpanel" id="panel-ask" aria-labelledby="tab-ask" hidden={view !== 'ask'}>
            <Suspense>
              <AskPanel summary={summary} content={content} openAt={actions.openAt} isShown={view === 'ask'} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

/** The text with its marks. Apart from the page around it, because it renders again with every spoken word. */
function ReadAlong({
  summary,
  content,
  actions,
  children,
}: {
  summary: Summary
  content: SummaryContent
  actions: SentenceActions
  children: ReactNode
}) {
  const now = useReadAlong(summary)
  const { hasLeft, follow } = useFollow(now)
  return (
    <>
      <SummaryText content={content} now={now} actions={actions}>
        {children}
      </SummaryText>
      {hasLeft && (
        <div className="back-to-now">
          <Button kind="primary" isSmall onClick={follow}>
            {texts.backToNow}
          </Button>
        </div>
      )}
    </>
  )
}

function useSentenceActions(summary: Summary): SentenceActions {
  const player = usePlayer()
  const { openAt } = useVideo()
  const { timings } = summary
  return useMemo(() => {
    const track = trackOf(summary)
    return {
      openAt: summary.videoInfo.videoUrl === null ? undefined : openAt,
      hear:
        track && timings
          ? place => {
              const timing = timingOf(timings, place)
              if (timing) player.playNow(track, timing.startMs)
            }
          : undefined,
    }
  }, [summary, timings, player, openAt])
}

function Resume({ at }: { at: number }) {
  const [isDone, setDone] = useState(false)
  if (isDone) return null
  const resume = () => {
    sentencesOnPage()[at]?.scrollIntoView({ block: 'center' })
    setDone(true)
  }
  return (
    <Button kind="quiet" isSmall onClick={resume}>
      {texts.continueReading}
    </Button>
  )
}
