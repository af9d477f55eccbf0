import type { SummaryItem } from '@recaps/contract'
import { useState } from 'react'
import { toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { videoTitle } from '../video-title.ts'
import { ShareFrame } from './ShareFrame.tsx'
import { ShareLink } from './ShareLink.tsx'
import { texts } from './texts.ts'
import { useShare } from './useShare.ts'

interface Props {
  summary: SummaryItem
  isOpen: boolean
  onClose(): void
}

/** Explains what a link shows. A link is created only when the user presses the button. */
export default function ShareSheet({ summary, isOpen, onClose }: Props) {
  return (
    <ShareFrame title={texts.title} lead={texts.lead} isOpen={isOpen} onClose={onClose}>
      <Control summary={summary} />
    </ShareFrame>
  )
}

/** The link, or the button to create one. A link revoked here can be restored until the sheet closes. */
function Control({ summary: { id, shared, shareUrl, shareToken, videoInfo } }: Pick<Props, 'summary'>) {
  const share = useShare(id)
  const [revokedToken, setRevokedToken] = useState<string | null>(null)
  const stop = () => share.mutate({ shared: false }, { onSuccess: () => setRevokedToken(shareToken) })
  const isStopping = share.isPending && share.variables?.shared === false
  return (
    <>
      {share.error && <Banner tone="danger">{toProblem(share.error).sentence}</Banner>}
      {shared && shareUrl && <ShareLink title={videoTitle(videoInfo)} url={shareUrl} />}
      {shared && !shareUrl && <Banner tone="warning">{texts.noUrl}</Banner>}
      {shared ? (
        <Button kind="danger" isBusy={isStopping} onClick={stop}>
          {texts.stop}
        </Button>
      ) : (
        <>
          {revokedToken && (
            <Banner
              tone="info"
              action={
                <Button
                  isSmall
                  icon="undo"
                  isBusy={share.isPending}
                  onClick={() => share.mutate({ shared: true, shareToken: revokedToken })}
                >
                  {texts.undo}
                </Button>
              }
            >
              {texts.stopped}
            </Banner>
          )}
          <Button kind="primary" icon="link" isBusy={share.isPending} onClick={() => share.mutate({ shared: true })}>
            {texts.create}
          </Button>
        </>
      )}
    </>
  )
}
