import type { SummaryItem } from '@recaps/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { LinkList } from './LinkList.tsx'
import { groupByLink } from './link-list.ts'
import { ShareFrame } from './ShareFrame.tsx'
import { texts } from './texts.ts'
import { type ShareManyState, useShareMany } from './useShareMany.ts'

interface Props {
  items: readonly SummaryItem[]
  /** Number of selected summaries that cannot be shared. */
  skippedCount: number
  isOpen: boolean
  onClose(): void
}

/** Creates links for several summaries. The work continues while the sheet is closed and stops when it unmounts. */
export default function ShareManySheet({ items, skippedCount, isOpen, onClose }: Props) {
  const sharing = useShareMany()
  return (
    <ShareFrame title={texts.titleOfMany} lead={texts.leadOfMany} isOpen={isOpen} onClose={onClose}>
      <Steps>
        <Control items={items} skippedCount={skippedCount} sharing={sharing} />
      </Steps>
    </ShareFrame>
  )
}

/** Takes the focus when the focused button disappears, so that it never leaves the open dialog. */
function Steps({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  })
  return (
    <div className="share-sheet__steps" ref={frame} tabIndex={-1}>
      {children}
    </div>
  )
}

/** Links that existed before are listed too, but "Stop sharing" revokes only the ones created here. */
function Control({
  items,
  skippedCount,
  sharing,
}: Pick<Props, 'items' | 'skippedCount'> & { sharing: ShareManyState }) {
  const { linked, unshared, unavailable } = groupByLink(items)
  const { running, outcome, created, revoked, change, stop } = sharing
  if (running) {
    const progress = texts.doneOf(running.done, running.total)
    return (
      <div className="share-link">
        <p role="status">{progress}</p>
        <ProgressBar fraction={running.done / running.total} label={progress} />
      </div>
    )
  }
  return (
    <>
      {outcome?.problem && (
        <Banner tone="danger">
          {texts.notUpdated(outcome.failed)} {outcome.problem.sentence}
        </Banner>
      )}
      {skippedCount + unavailable > 0 && (
        <p className="share-sheet__others">{texts.notShareable(skippedCount + unavailable)}</p>
      )}
      {revoked.length > 0 && (
        <Banner
          tone="info"
          action={
            <Button isSmall icon="undo" onClick={() => change(revoked)}>
              {texts.undo}
            </Button>
          }
        >
          {texts.stoppedMany(revoked.length)}
        </Banner>
      )}
      {linked.length > 0 && <LinkList items={linked} />}
      {unshared.length > 0 && (
        <Button
          kind={linked.length > 0 ? 'secondary' : 'primary'}
          icon="link"
          onClick={() => change(unshared.map(({ id }) => ({ id, shared: true })))}
        >
          {linked.length > 0 ? texts.createMissing(unshared.length) : texts.createMany(unshared.length)}
        </Button>
      )}
      {created.length > 0 && (
        <Button kind="danger" onClick={stop}>
          {texts.stopMany(created.length)}
        </Button>
      )}
    </>
  )
}
