import type { Schedule } from '@recaps/contract'
import { Link } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { focusHeadingOnRemoval } from '../../../ui/focus-heading-on-removal.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { hasChanges, rebaseDraft } from '../wizard/draft.ts'
import { paths } from '../wizard/paths.ts'
import { useStoredDraft } from '../wizard/useDraft.ts'
import { texts } from './texts.ts'

/** Reminds of unsaved changes in the wizard, to continue or discard them. */
export default function UnsavedChanges({ schedule }: { schedule: Schedule }) {
  const [draft, setDraft] = useStoredDraft()
  const toast = useToast()
  if (!draft || !hasChanges(rebaseDraft(draft, schedule), schedule)) return null
  const discard = () => {
    setDraft(null)
    toast({ text: texts.unsaved.discarded, action: { label: texts.undo, onPress: () => setDraft(draft) } })
  }
  return (
    <Banner
      tone="info"
      action={
        <span className="banner__pair" ref={focusHeadingOnRemoval}>
          <Button kind="quiet" isSmall onClick={discard}>
            {texts.unsaved.discard}
          </Button>
          <Link className="button button--secondary button--small" to={paths.channels}>
            {texts.unsaved.resume}
          </Link>
        </span>
      }
    >
      {texts.unsaved.text}
    </Banner>
  )
}
