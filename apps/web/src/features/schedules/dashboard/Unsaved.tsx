import type { Schedule } from '@recaps/contract'
import { Link } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { goOnAtHeading } from '../../../ui/go-on-at-heading.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { isChange, presentDraft } from '../wizard/draft.ts'
import { paths } from '../wizard/paths.ts'
import { useStoredDraft } from '../wizard/useDraft.ts'
import { texts } from './texts.ts'

/** Says what was begun in the three steps and left: whoever enters them goes on with it. */
export default function Unsaved({ schedule }: { schedule: Schedule }) {
  const [begun, set] = useStoredDraft()
  const toast = useToast()
  if (!begun || !isChange(presentDraft(begun, schedule), schedule)) return null
  const discard = () => {
    set(null)
    toast({ text: texts.unsaved.discarded, action: { label: texts.undo, onPress: () => set(begun) } })
  }
  return (
    <Banner
      tone="info"
      action={
        <span className="banner__pair" ref={goOnAtHeading}>
          <Button kind="quiet" isSmall onClick={discard}>
            {texts.unsaved.discard}
          </Button>
          <Link className="button button--secondary button--small" to={paths.channels}>
            {texts.unsaved.goOn}
          </Link>
        </span>
      }
    >
      {texts.unsaved.text}
    </Banner>
  )
}
