import type { Summary } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { texts } from '../texts.ts'

const ShareSheet = lazy(() => import('./ShareSheet.tsx'))

/** Shows whether the summary is shared and opens the share sheet. Summaries of uploaded files cannot be shared. */
export function ShareButton({ summary }: { summary: Summary }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  if (summary.access !== 'own' || summary.videoInfo.videoUrl === null) return null
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button icon={summary.shared ? 'link' : 'upload'} aria-haspopup="dialog" onClick={open}>
        {summary.shared ? texts.shared : texts.share}
      </Button>
      {wasOpened && (
        <Suspense>
          <ShareSheet summary={summary} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
