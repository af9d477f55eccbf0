import type { SummaryItem } from '@recaps/contract'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { isInWork } from '../progress.ts'
import WorkCard from '../WorkCard.tsx'
import { texts } from './texts.ts'
import type { TellFocus } from './useFocusGoesOn.ts'

/** Failed ones beyond this are folded away, so that the list itself stays in view. */
const shownFailed = 3

/** What is being made and what failed, on top. */
export default function InWorkSection({ items, onFocus }: { items: readonly SummaryItem[]; onFocus: TellFocus }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const working = items.filter(item => isInWork(item.state))
  const ended = items.filter(item => !isInWork(item.state))
  const shown = isUnfolded ? ended : ended.slice(0, shownFailed)
  const folded = ended.length - shown.length
  return (
    <section className="in-work" aria-label={texts.inWork}>
      {[...working, ...shown].map(item => (
        <WorkCard key={item.id} item={item} onFocus={event => onFocus(item.id, event)} />
      ))}
      {folded > 0 && (
        <Button kind="quiet" onClick={() => setUnfolded(true)}>
          {texts.moreFailed(folded)}
        </Button>
      )}
    </section>
  )
}
