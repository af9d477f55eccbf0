import type { Summary, SummaryContent } from '@recaps/contract'
import { isShareToken } from '@recaps/contract/share-token'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { useClient, useSession } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusHeadingOnRemoval } from '../../../ui/focus-heading-on-removal.ts'
import { Redirect } from '../../../ui/Redirect.tsx'
import { AddToMine } from '../AddToMine.tsx'
import { DetailSkeleton } from '../detail/DetailSkeleton.tsx'
import { isMissing } from '../detail/is-missing.ts'
import { useShared } from '../detail/queries.ts'
import { ReadableSummary } from '../detail/ReadableSummary.tsx'
import { TextSizeButton, useTextSize } from '../detail/TextSize.tsx'
import { VideoProvider } from '../detail/VideoContext.tsx'
import { videoTitle } from '../video-title.ts'
import { Invitation } from './Invitation.tsx'
import { SharedMessage, SharedPage } from './SharedPage.tsx'
import { texts } from './texts.ts'
import { VisitorPlayer } from './VisitorPlayer.tsx'
import '../detail/detail.css'

/** A summary opened by its share link. Signed-in users listen in the app's player, visitors in a player on the page. */
export default function SharedScreen() {
  const { id: token = '' } = useParams()
  const isSignedIn = useSession().kind === 'signed_in'
  const shared = <Shared key={token} token={token} isSignedIn={isSignedIn} />
  return isSignedIn ? shared : <VisitorPlayer key={token}>{shared}</VisitorPlayer>
}

function Shared({ token, isSignedIn }: { token: string; isSignedIn: boolean }) {
  // An incomplete link is shown like one that no longer works.
  const isToken = isShareToken(token)
  const { data: summary, error, isPending, refetch } = useShared(token, isToken)
  if (!isToken || (!summary && isMissing(error))) return <Missing isSignedIn={isSignedIn} />
  if (isPending) {
    return (
      <SharedPage>
        {!isSignedIn && <h1 className="visually-hidden">{texts.title}</h1>}
        <DetailSkeleton />
      </SharedPage>
    )
  }
  if (!summary) {
    const action = (
      <Button onClick={() => refetch()} ref={focusHeadingOnRemoval}>
        {texts.failed.action}
      </Button>
    )
    return (
      <SharedMessage icon="warning" title={texts.failed.title} action={action}>
        {toProblem(error).sentence}
      </SharedMessage>
    )
  }
  if (summary.access === 'own') return <Redirect to={`/history-detail/${summary.id}`} />
  if (!summary.content) return <Missing isSignedIn={isSignedIn} />
  return <Readable token={token} summary={summary} content={summary.content} isSignedIn={isSignedIn} />
}

interface ReadableProps {
  token: string
  summary: Summary
  content: SummaryContent
  isSignedIn: boolean
}

function Readable({ token, summary, content, isSignedIn }: ReadableProps) {
  const client = useClient()
  const [textSize, setTextSize] = useTextSize()
  useEffect(() => {
    const report = (failure: unknown) => console.error('Counting the view failed:', failure)
    client.summaries.viewShared({ params: { token } }).catch(report)
  }, [client, token])
  return (
    <SharedPage
      tabTitle={videoTitle(summary.videoInfo)}
      actions={<TextSizeButton size={textSize} onChoose={setTextSize} />}
    >
      <VideoProvider videoId={summary.videoInfo.videoId}>
        <ReadableSummary
          summary={summary}
          content={content}
          textSize={textSize}
          isWholePage={!isSignedIn}
          action={isSignedIn && <AddToMine summary={summary} />}
          end={!isSignedIn && <Invitation />}
        />
      </VideoProvider>
    </SharedPage>
  )
}

function Missing({ isSignedIn }: { isSignedIn: boolean }) {
  const [to, label] = isSignedIn ? ['/tabs/history', texts.missing.list] : ['/', texts.missing.home]
  const action = (
    <Link className="button button--primary" to={to}>
      {label}
    </Link>
  )
  return (
    <SharedMessage icon="search" title={texts.missing.title} action={action}>
      {texts.missing.text}
    </SharedMessage>
  )
}
