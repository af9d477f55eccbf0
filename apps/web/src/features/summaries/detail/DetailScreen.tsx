import { ApiError, type Summary } from '@recaps/contract'
import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { Actions } from '../../../ui/actions/Actions.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { LiftingPlanLink } from '../../subscriptions/PlanLink.tsx'
import { itemOf } from '../cache.ts'
import { useRowActions } from '../history/useRowActions.ts'
import { isReadable } from '../progress.ts'
import { useSummary } from '../queries.ts'
import { titleOf } from '../title.ts'
import { WorkCard } from '../WorkCard.tsx'
import { ComingTextSkeleton, DetailSkeleton } from './DetailSkeleton.tsx'
import { ReadableSummary } from './ReadableSummary.tsx'
import { TextSizeButton, useTextSize } from './TextSize.tsx'
import { texts } from './texts.ts'
import { VideoProvider } from './VideoContext.tsx'
import './detail.css'

const listPath = '/tabs/history'

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

  useEffect(() => {
    if (!canRead) return
    const report = (failure: unknown) => console.error('The view could not be counted:', failure)
    client.summaries.view({ params: { id }, body: { id, type: 'youtube' } }).catch(report)
  }, [client, id, canRead])

  if (isPending) {
    return (
      <Page title={texts.title} backTo={listPath} width="wide">
        <DetailSkeleton />
      </Page>
    )
  }
  if (!summary) return isMissing(error) ? <Missing /> : <LoadFailed error={error} onRetry={refetch} />
  const content = canRead ? summary.content : null
  return (
    <Page
      title={texts.title}
      tabTitle={titleOf(summary.videoInfo)}
      backTo={listPath}
      width={content ? 'wide' : 'narrow'}
      actions={
        <>
          {content && <TextSizeButton size={textSize} onChoose={setTextSize} />}
          <MoreButton summary={itemOf(summary)} />
        </>
      }
    >
      {content ? (
        <VideoProvider>
          <ReadableSummary summary={summary} content={content} textSize={textSize} />
        </VideoProvider>
      ) : (
        <div className="detail-work">
          <WorkCard item={summary} onRemoved={() => navigate(listPath)} />
          {isAboutToCome(summary) && <ComingTextSkeleton />}
        </div>
      )}
    </Page>
  )
}

/** The text will stand here in a moment; a video that is waited for, or a failure, is no loading page. */
const isAboutToCome = ({ state }: Summary) => state === 'queued' || state === 'working' || isReadable(state)

const isMissing = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

function MoreButton({ summary }: { summary: ReturnType<typeof itemOf> }) {
  const navigate = useNavigate()
  const { enqueue, setUnread, remove } = useRowActions()
  const hasAudio = summary.audio === 'ready'
  const actions = [
    ...(hasAudio ? [{ label: texts.addToQueue, icon: 'queue' as const, onSelect: () => enqueue([summary]) }] : []),
    {
      label: texts.markUnread,
      icon: 'dot' as const,
      onSelect: () => {
        setUnread([summary], true)
        navigate(listPath)
      },
    },
    {
      label: texts.remove,
      icon: 'trash' as const,
      isDanger: true,
      onSelect: () => {
        remove([summary])
        navigate(listPath)
      },
    },
  ]
  return (
    <Actions
      title={texts.more}
      actions={actions}
      trigger={props => <IconButton icon="more" label={texts.more} {...props} />}
    />
  )
}

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
  const { sentence, next, code } = problemOf(error)
  const retry = <Button onClick={onRetry}>{texts.failed.action}</Button>
  return (
    <Page title={texts.title} backTo={listPath}>
      <EmptyState
        icon="warning"
        title={texts.failed.title}
        action={next === 'upgrade' ? <LiftingPlanLink code={code} /> : retry}
      >
        {sentence}
      </EmptyState>
    </Page>
  )
}
