import type { Summary, SummaryContent } from '@recaps/contract'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { toTrack } from '../../player/track.ts'
import { Contents, FoldedContents } from './Contents.tsx'
import { AudioState, ListenButton } from './ListenButton.tsx'
import { Proof } from './Proof.tsx'
import { ReadBy } from './ReadBy.tsx'
import { findTiming } from './read-along.ts'
import type { SentenceActions } from './SentenceText.tsx'
import { SummaryHead } from './SummaryHead.tsx'
import { SummaryText } from './SummaryText.tsx'
import { Tabs, type View } from './Tabs.tsx'
import type { TextSize } from './TextSize.tsx'
import { texts } from './texts.ts'
import { useAutoScroll } from './useAutoScroll.ts'
import { useReadAlong } from './useReadAlong.ts'
import { sentencesOnPage, useReadPosition } from './useReadPosition.ts'
import { useReport } from './useReport.ts'
import { useVideo } from './VideoContext.tsx'
import { VideoPanel } from './VideoPanel.tsx'

const Rating = lazy(() => import('../rating/Rating.tsx'))
const TranscriptPanel = lazy(() => import('./TranscriptPanel.tsx'))
const AskPanel = lazy(() => import('../ask/AskPanel.tsx'))

const allViews: readonly View[] = ['summary', 'transcript', 'ask']
/** Share links show only the summary. The transcript and questions are for owners and community readers. */
const sharedLinkViews: readonly View[] = ['summary']

interface Props {
  summary: Summary
  content: SummaryContent
  textSize: TextSize
  /** True if the page has no heading of its own. */
  isWholePage?: boolean
  /** Beside the Listen button. */
  action?: ReactNode
  /** At the end of the button row. */
  aside?: ReactNode
  /** After the text. */
  end?: ReactNode
}

export function ReadableSummary({ summary, content, textSize, isWholePage, action, aside, end }: Props) {
  const [view, setView] = useState<View>('summary')
  // The Ask panel stays mounted once opened, so that the conversation survives a change of tabs.
  const [isAskOpened, setAskOpened] = useState(false)
  const { resumeAt } = useReadPosition(summary)
  const actions = useSentenceActions(summary)
  const hasVideo = summary.videoInfo.videoUrl !== null
  const views = summary.access === 'shared' ? sharedLinkViews : allViews
  const show = (next: View) => {
    setView(next)
    if (next === 'ask') setAskOpened(true)
  }
  return (
    <div className="detail" data-text-size={textSize} data-has-video={hasVideo ? '' : undefined}>
      <SummaryHead summary={summary} level={isWholePage ? 'h1' : 'h2'} aside={aside}>
        <ListenButton summary={summary} />
        {action}
      </SummaryHead>
      <aside className="detail__rail">
        <Regions name="beside the text">
          <VideoPanel video={summary.videoInfo} />
          <Proof content={content} isBeside={hasVideo}>
            <ReadBy summary={summary} />
          </Proof>
          <Contents content={content} />
        </Regions>
      </aside>
      <div className="detail__main">
        <Regions name="summary">
          <AudioState summary={summary} />
          <Tabs views={views} view={view} onView={show} />
          {view === 'summary' && (
            <div {...panelProps('summary', views)}>
              {resumeAt !== null && <ResumeButton at={resumeAt} />}
              <ReadAlong summary={summary} content={content} actions={actions}>
                <FoldedContents content={content} />
              </ReadAlong>
              {/* Only owners rate: they chose this length and focus. */}
              {summary.access === 'own' && (
                <Suspense>
                  <Rating summary={summary} />
                </Suspense>
              )}
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
          {end}
        </Regions>
      </div>
    </div>
  )
}

/** A single view has no tabs, so it is no tab panel either. */
const panelProps = (view: View, views: readonly View[]) =>
  views.length > 1 ? { role: 'tabpanel', id: `panel-${view}`, 'aria-labelledby': `tab-${view}` } : {}

/** The text with the spoken word highlighted. Separate from the page because it renders again with every word. */
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
  const { hasLeft, follow } = useAutoScroll(now)
  return (
    <>
      <SummaryText content={content} now={now} actions={actions}>
        {children}
      </SummaryText>
      {hasLeft && (
        <div className="back-to-now">
          <Button kind="primary" isSmall onClick={follow}>
            {texts.jumpToCurrent}
          </Button>
        </div>
      )}
    </>
  )
}

function useSentenceActions(summary: Summary): SentenceActions {
  const player = usePlayer()
  const { openAt } = useVideo()
  const report = useReport(summary)
  const { timings } = summary
  return useMemo(() => {
    const track = toTrack(summary)
    return {
      openAt: summary.videoInfo.videoUrl === null ? undefined : openAt,
      report,
      listenFrom:
        track && timings
          ? position => {
              const timing = findTiming(timings, position)
              if (timing) player.playNow(track, timing.startMs)
            }
          : undefined,
    }
  }, [summary, timings, player, openAt, report])
}

function ResumeButton({ at }: { at: number }) {
  const [isDone, setDone] = useState(false)
  if (isDone) return null
  const resume = () => {
    sentencesOnPage()[at]?.scrollIntoView({ block: 'center' })
    setDone(true)
  }
  return (
    <Button kind="quiet" isSmall onClick={resume}>
      {texts.resume}
    </Button>
  )
}
