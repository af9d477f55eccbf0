import type { SummaryItem } from '@recaps/contract'
import { toProblem } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { videoTitle } from '../video-title.ts'
import { forms, texts } from './texts.ts'
import { useDownload } from './useDownload.ts'
import './download-sheet.css'

interface Props {
  item: SummaryItem
  isOpen: boolean
  onClose(): void
}

/** Sheet to choose a file format. Closes after the download and stays open on an error. */
export default function DownloadSheet({ item, isOpen, onClose }: Props) {
  // While open, the sheet shows errors itself: a toast behind a modal dialog is out of reach.
  const { mutate, isPending, variables, error, reset } = useDownload(item.id, isOpen)
  const close = () => {
    if (error) reset()
    onClose()
  }
  return (
    <Dialog kind="sheet" label={texts.title} isOpen={isOpen} onClose={close}>
      <div className="download-sheet">
        <header className="download-sheet__head">
          <h2>{texts.title}</h2>
          <IconButton icon="close" label={texts.close} onClick={close} />
        </header>
        <p className="download-sheet__title clip-lines" dir="auto">
          {videoTitle(item.videoInfo)}
        </p>
        {error && <Banner tone="danger">{toProblem(error).sentence}</Banner>}
        <ul className="download-sheet__forms">
          {forms.map(([format, label]) => (
            <li key={format}>
              <Button
                isWide
                icon="file"
                isBusy={isPending && variables === format}
                onClick={() => mutate(format, { onSuccess: onClose })}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
