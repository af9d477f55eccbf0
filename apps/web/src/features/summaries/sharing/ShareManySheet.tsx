import type { SummaryItem } from '@recaps/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { LinkList } from './LinkList.tsx'
import { ShareFrame } from './ShareFrame.tsx'
import { linksOf } from './shared-list.ts'
import { texts } from './texts.ts'
import { type Sharing, useShareMany } from './useShareMany.ts'

interface Props {
  items: readonly SummaryItem[]
  /** How many were chosen beside these that cannot be shared. */
  leftOut: number
  isOpen: boolean
  onClose(): void
}

/** Links for several summaries at once, under the same words as for one. Making goes on while it is closed, and ends with it. */
export default function ShareManySheet({ items, leftOut, isOpen, onClose }: Props) {
  const sharing = useShareMany()
  return (
    <ShareFrame title={texts.titleOfMany} lead={texts.leadOfMany} isOpen={isOpen} onClose={onClose}>
      <Steps>
        <Control items={items} leftOut={leftOut} sharing={sharing} />
      </Steps>
    </ShareFrame>
  )
}

/** Takes the focus of a button that gives way to what it has begun: in an open dialog it is never outside. */
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

/** Those that were shared before are in the list, and stay shared when the others are not any more. */
function Control({ items, leftOut, sharing }: Pick<Props, 'items' | 'leftOut'> & { sharing: Sharing }) {
  const { linked, open, lost } = linksOf(items)
  const { running, outcome, made, closed, make, stop } = sharing
  if (running) {
    const words = texts.doneOf(running.done, running.total)
    return (
      <div className="share-link">
        <p role="status">{words}</p>
        <ProgressBar fraction={running.done / running.total} label={words} />
      </div>
    )
  }
  return (
    <>
      {outcome?.problem && (
        <Banner tone="danger">
          {texts.notAll(outcome.left)} {outcome.problem.sentence}
        </Banner>
      )}
      {leftOut + lost > 0 && <p className="share-sheet__others">{texts.leftOut(leftOut + lost)}</p>}
      {closed.length > 0 && (
        <Banner
          tone="info"
          action={
            <Button isSmall icon="undo" onClick={() => make(closed)}>
              {texts.undo}
            </Button>
          }
        >
          {texts.stoppedMany(closed.length)}
        </Banner>
      )}
      {linked.length > 0 && <LinkList items={linked} />}
      {open.length > 0 && (
        <Button
          kind={linked.length > 0 ? 'secondary' : 'primary'}
          icon="link"
          onClick={() => make(open.map(({ id }) => ({ id, shared: true })))}
        >
          {linked.length > 0 ? texts.makeOthers(open.length) : texts.makeMany(open.length)}
        </Button>
      )}
      {made.length > 0 && (
        <Button kind="danger" onClick={stop}>
          {texts.stopMany(made.length)}
        </Button>
      )}
    </>
  )
}
