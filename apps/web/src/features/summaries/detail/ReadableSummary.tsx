import type { Summary, SummaryContent } from '@recaps/contract'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
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
import { useReport } from './useReport.ts'
import { useVideo } from './VideoContext.tsx'
import { VideoPanel } from './VideoPanel.tsx'

const Rating = lazy(() => import('../rating/Rating.tsx'))
const TranscriptPanel = lazy(() => import('./TranscriptPanel.tsx'))
const AskPanel = lazy(() => import('../ask/AskPanel.tsx'))

const allViews: readonly View[] = ['summary', 'transcript', 'ask']
/** Who has only a link reads the summary; what was said, and answers, are for its owner and who opened it from the community. */
const viewsOfALink: readonly View[] = ['summary']

interface Props {
  summary: Summary
  content: SummaryContent
  textSize: TextSize
  /** True where no heading stands above it. */
  isWholePage?: boolean
  /** Beside Listen, at the end of that row, and after the text. */
  action?: ReactNode
  aside?: ReactNode
  end?: ReactNode
}

export function ReadableSummary({ summary, content, textSize, isWholePage, action, aside, end }: Props) {
  const [view, setView] = useState<View>('summary')
  // What was asked stays while other tabs are looked at.
  const [isAskOpened, setAskOpened] = useState(false)
  const { resumeAt } = usePlaceKeeping(summary)
  const actions = useSentenceActions(summary)
  const hasVideo = summary.videoInfo.videoUrl !== null
  const views = summary.access === 'shared' ? viewsOfALink : allViews
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
            <div {...panelOf('summary', views)}>
              {resumeAt !== null && <Resume at={resumeAt} />}
              <ReadAlong summary={summary} content={content} actions={actions}>
                <FoldedContents content={content} />
              </ReadAlong>
              {/* Of others nobody has the one row that says it: they have not asked for this length and this focus. */}
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

/** What stands alone is no tab. */
const panelOf = (view: View, views: readonly View[]) =>
  views.length > 1 ? { role: 'tabpanel', id: `panel-${view}`, 'aria-labelledby': `tab-${view}` } : {}

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
  const report = useReport(summary)
  const { timings } = summary
  return useMemo(() => {
    const track = trackOf(summary)
    return {
      openAt: summary.videoInfo.videoUrl === null ? undefined : openAt,
      report,
      hear:
        track && timings
          ? place => {
              const timing = timingOf(timings, place)
              if (timing) player.playNow(track, timing.startMs)
            }
          : undefined,
    }
  }, [summary, timings, player, openAt, report])
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
