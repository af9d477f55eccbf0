import type { SummaryItem } from '@recaps/contract'
import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { titleOf } from '../title.ts'
import { ShareFrame } from './ShareFrame.tsx'
import { ShareLink } from './ShareLink.tsx'
import { texts } from './texts.ts'
import { useShare } from './useShare.ts'

interface Props {
  summary: SummaryItem
  isOpen: boolean
  onClose(): void
}

/** What a link shows, and to whom. Nothing is shared before a press says so. */
export default function ShareSheet({ summary, isOpen, onClose }: Props) {
  return (
    <ShareFrame title={texts.title} lead={texts.lead} isOpen={isOpen} onClose={onClose}>
      <Control summary={summary} />
    </ShareFrame>
  )
}

/** The link, or the way to one. A link that was closed here can be opened again as long as the sheet is. */
function Control({ summary: { id, shared, shareUrl, shareToken, videoInfo } }: Pick<Props, 'summary'>) {
  const share = useShare(id)
  const [closed, setClosed] = useState<string | null>(null)
  const stop = () => share.mutate({ shared: false }, { onSuccess: () => setClosed(shareToken) })
  const isStopping = share.isPending && share.variables?.shared === false
  return (
    <>
      {share.error && <Banner tone="danger">{problemOf(share.error).sentence}</Banner>}
      {shared && shareUrl && <ShareLink title={titleOf(videoInfo)} url={shareUrl} />}
      {shared && !shareUrl && <Banner tone="warning">{texts.noAddress}</Banner>}
      {shared ? (
        <Button kind="danger" isBusy={isStopping} onClick={stop}>
          {texts.stop}
        </Button>
      ) : (
        <>
          {closed && (
            <Banner
              tone="info"
              action={
                <Button
                  isSmall
                  icon="undo"
                  isBusy={share.isPending}
                  onClick={() => share.mutate({ shared: true, shareToken: closed })}
                >
                  {texts.undo}
                </Button>
              }
            >
              {texts.stopped}
            </Banner>
          )}
          <Button kind="primary" icon="link" isBusy={share.isPending} onClick={() => share.mutate({ shared: true })}>
            {texts.make}
          </Button>
        </>
      )}
    </>
  )
}
