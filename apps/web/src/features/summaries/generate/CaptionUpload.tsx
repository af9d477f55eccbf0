import type { Summary } from '@recaps/contract'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { useStart } from '../../../api/start.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NextAction } from '../NextAction.tsx'
import { acceptedFileTypes, fileKind, isTooLarge } from './model.ts'
import { useUpload } from './queries.ts'
import { texts } from './texts.ts'
import type { SummaryOptions } from './useSummaryOptions.ts'

const tooLarge = (file: File): Problem => ({
  sentence: fileKind(file) === 'recording' ? texts.upload.tooLarge : texts.upload.captionsTooLarge,
  code: 'upload_unreadable',
  next: 'check_file',
})

const oneAtATime: Problem = { sentence: texts.upload.oneAtATime, code: null, next: 'none' }

interface Props {
  /** Lets the page open the file chooser from elsewhere. */
  input: RefObject<HTMLInputElement | null>
  /** Length and focus of the summary. */
  form: SummaryOptions
  isQuotaUsedUp: boolean
  onCreated(summary: Summary): void
}

/** Uploads a caption file or a recording, for videos that cannot be reached or are not on YouTube. */
export function CaptionUpload({ input, form, isQuotaUsedUp, onCreated }: Props) {
  const focus = form.focus?.trim()
  const hasTranscriber = useStart().data?.listens ?? false
  const title = hasTranscriber ? texts.upload.titleWithAudio : texts.upload.title
  const [isDraggedOver, setDraggedOver] = useState(false)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const upload = useUpload(summary => {
    setRefusal(null)
    onCreated(summary)
  })
  const problem = upload.isError ? toProblem(upload.error) : refusal

  const send = (files: ArrayLike<File>) => {
    const file = files[0]
    if (!file) return
    if (upload.isPending) return setRefusal(oneAtATime)
    upload.reset()
    const refused = files.length > 1 ? oneAtATime : isTooLarge(file) ? tooLarge(file) : null
    setRefusal(refused)
    if (!refused) upload.mutate({ file, ...form })
  }
  useDroppedFiles(setDraggedOver, send)
  const choose = () => input.current?.click()

  return (
    <section className="caption-upload" aria-label={title}>
      <fieldset
        className="caption-upload__zone"
        aria-label={texts.upload.drop}
        data-over={isDraggedOver ? '' : undefined}
      >
        <Icon name={hasTranscriber ? 'file' : 'captions'} />
        <div className="caption-upload__words">
          <p className="caption-upload__title">{isDraggedOver ? texts.upload.drop : title}</p>
          <p>
            <span className="caption-upload__drop">{texts.upload.dropHere}</span>
            {hasTranscriber ? texts.upload.hintWithAudio : texts.upload.hint}
          </p>
          <p className="caption-upload__types">
            {texts.upload.types}
            {hasTranscriber && ` · ${texts.upload.audioTypes}`}
          </p>
          {focus && <p className="caption-upload__focus">{texts.focus.forUpload(focus)}</p>}
        </div>
        <Button isSmall icon="upload" isBusy={upload.isPending} disabled={isQuotaUsedUp} onClick={choose}>
          {upload.isPending ? texts.upload.sending : texts.upload.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={acceptedFileTypes(hasTranscriber)}
          aria-label={texts.upload.choose}
          onChange={event => {
            send(event.target.files ?? [])
            event.target.value = ''
          }}
        />
      </fieldset>
      {problem && (
        <Banner
          tone="danger"
          action={
            <NextAction
              problem={problem}
              onUpload={choose}
              onRetry={() => upload.variables && send([upload.variables.file])}
            />
          }
        >
          {problem.sentence}
        </Banner>
      )}
    </section>
  )
}

/** Accepts files dropped anywhere in the window: outside the drop zone, the browser would open them in place of the app. */
function useDroppedFiles(onOver: (isDraggedOver: boolean) => void, onFiles: (files: FileList) => void) {
  const handleDrag = useEffectEvent((event: DragEvent) => {
    const { type, dataTransfer, relatedTarget } = event
    if (!dataTransfer || !holdsFiles(dataTransfer)) return
    event.preventDefault()
    // `dragleave` fires for each element on the way; without a related target the files have left the window.
    if (type !== 'dragleave' || !relatedTarget) onOver(type === 'dragover')
    if (type === 'drop') onFiles(dataTransfer.files)
  })
  useEffect(() => {
    const events = ['dragover', 'dragleave', 'drop'] as const
    for (const name of events) addEventListener(name, handleDrag)
    return () => {
      for (const name of events) removeEventListener(name, handleDrag)
    }
  }, [])
}

/** Files of the device only: an image dragged from a page also counts as a file, but comes with its HTML. */
const holdsFiles = ({ types }: DataTransfer) => types.includes('Files') && !types.includes('text/html')
