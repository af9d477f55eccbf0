import type { Summary } from '@recaps/contract'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { focusHeadingOnRemoval } from '../../../ui/focus-heading-on-removal.ts'
import { Page } from '../../../ui/Page.tsx'
import { Redirect } from '../../../ui/Redirect.tsx'
import { SaveOfflineButton } from '../../offline/SaveOfflineButton.tsx'
import { LazyPlanLink } from '../../subscriptions/LazyPlanLink.tsx'
import { AddToMine } from '../AddToMine.tsx'
import { isReadable } from '../progress.ts'
import { useSummary } from '../queries.ts'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { videoTitle } from '../video-title.ts'
import { ComingTextSkeleton, DetailSkeleton } from './DetailSkeleton.tsx'
import { ExportButton } from './ExportButton.tsx'
import { isMissing } from './is-missing.ts'
import { MoreButton } from './MoreButton.tsx'
import { ReadableSummary } from './ReadableSummary.tsx'
import { TextSizeButton, useTextSize } from './TextSize.tsx'
import { texts } from './texts.ts'
import { VideoProvider } from './VideoContext.tsx'
import './detail.css'

const WorkCard = lazy(() => import('../WorkCard.tsx'))

const listPath = '/tabs/history'
const popularPath = '/tabs/popular'

export default function DetailScreen() {
  const id = Number(useParams().id)
  const isNumber = Number.isSafeInteger(id) && id > 0
  return isNumber ? <Detail key={id} id={id} /> : <Missing />
}

function Detail({ id }: { id: number }) {
  const client = useClient()
  const navigate = useNavigate()
  const { data: summary, error, isPending, refetch } = useSummary(id)
  const [textSize, setTextSize] = useTextSize()
  const canRead = summary !== undefined && isReadable(summary.state)
  const isAvailable = summary !== undefined && !summary.deleted
  // Deleting from this page also navigates away. Keep showing the summary until the next page has loaded.
  const [wasAvailable, setWasAvailable] = useState(isAvailable)
  useEffect(() => {
    if (isAvailable) setWasAvailable(true)
  }, [isAvailable])

  useEffect(() => {
    if (!canRead || !isAvailable) return
    const report = (failure: unknown) => console.error('Could not record the view:', failure)
    client.summaries.view({ params: { id }, body: { id, type: 'youtube' } }).catch(report)
  }, [client, id, canRead, isAvailable])

  if (isPending) {
    return (
      <Page title={texts.title} backTo={listPath} width="wide">
        <DetailSkeleton />
      </Page>
    )
  }
  if (isMissing(error) || (!isAvailable && summary && !wasAvailable)) return <Missing />
  if (!summary) return <LoadFailed error={error} onRetry={refetch} />
  // A popular summary that the user has added since: the server returns their own.
  if (summary.id !== id) return <Redirect to={`/history-detail/${summary.id}`} />
  const content = canRead ? summary.content : null
  const isOwn = summary.access === 'own'
  // The video goes beside the text. Uploads have no video.
  const hasRail = content && summary.videoInfo.videoUrl !== null
  return (
    <Page
      title={texts.title}
      tabTitle={videoTitle(summary.videoInfo)}
      backTo={isOwn ? listPath : popularPath}
      width={hasRail ? 'wide' : 'narrow'}
      actions={
        <>
          {content && <TextSizeButton size={textSize} onChoose={setTextSize} />}
          {content && isOwn && <ExportButton summary={summary} content={content} />}
          <MoreButton summary={summary} />
        </>
      }
    >
      {content ? (
        <VideoProvider videoId={summary.videoInfo.videoId}>
          <ReadableSummary
            summary={summary}
            content={content}
            textSize={textSize}
            action={isOwn ? <ShareButton summary={summary} /> : <AddToMine summary={summary} />}
            aside={<SaveOfflineButton summary={summary} />}
          />
        </VideoProvider>
      ) : (
        <div className="detail-work">
          <Suspense>
            <WorkCard item={summary} onRemoved={() => navigate(listPath)} />
          </Suspense>
          {isTextExpectedSoon(summary) && <ComingTextSkeleton />}
        </div>
      )}
    </Page>
  )
}

/** Deferred and failed summaries show no skeleton. */
const isTextExpectedSoon = ({ state }: Summary) => state === 'queued' || state === 'working' || isReadable(state)

const Missing = () => (
  <Page title={texts.title} backTo={listPath}>
    <EmptyState
      icon="search"
      title={texts.missing.title}
      action={
        <Link className="button button--primary" to={listPath}>
          {texts.missing.action}
        </Link>
      }
    >
      {texts.missing.text}
    </EmptyState>
  </Page>
)

function LoadFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { sentence, next, code } = toProblem(error)
  const retry = (
    <Button onClick={onRetry} ref={focusHeadingOnRemoval}>
      {texts.failed.action}
    </Button>
  )
  const isLocked = code === 'community_reads_used_up'
  return (
    <Page title={texts.title} backTo={isLocked ? popularPath : listPath}>
      <EmptyState
        icon={isLocked ? 'lock' : 'warning'}
        title={isLocked ? texts.noReadsLeft : texts.failed.title}
        action={next === 'upgrade' ? <LazyPlanLink code={code} /> : retry}
      >
        {sentence}
      </EmptyState>
    </Page>
  )
}
