import type { Summary } from '@recaps/contract'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { useStart } from '../../../api/start.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NextAction } from '../NextAction.tsx'
import { fileKind, isTooLarge, offeredTypes } from './model.ts'
import { useUpload } from './queries.ts'
import { texts } from './texts.ts'
import type { SummaryForm } from './useSummaryForm.ts'

const tooLarge = (file: File): Problem => ({
  sentence: fileKind(file) === 'recording' ? texts.upload.tooLarge : texts.upload.captionsTooLarge,
  code: 'upload_unreadable',
  next: 'check_file',
})

const oneAtATime: Problem = { sentence: texts.upload.oneAtATime, code: null, next: 'none' }

interface Props {
  /** Lets the page open the file chooser from elsewhere. */
  input: RefObject<HTMLInputElement | null>
  /** How its summary is to be. */
  form: SummaryForm
  /** The month has no place left for it. */
  isSpent: boolean
  onAsked(entry: Summary): void
}

/** Takes a caption file, or a recording, dropped or chosen: for what cannot be reached, or is not on YouTube at all. */
export function CaptionUpload({ input, form, isSpent, onAsked }: Props) {
  const focus = form.focus?.trim()
  const listens = useStart().data?.listens ?? false
  const title = listens ? texts.upload.titleWithSound : texts.upload.title
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const upload = useUpload(entry => {
    setRefusal(null)
    onAsked(entry)
  })
  const problem = upload.isError ? problemOf(upload.error) : refusal

  const send = (files: ArrayLike<File>) => {
    const file = files[0]
    if (!file) return
    if (upload.isPending) return setRefusal(oneAtATime)
    upload.reset()
    const refused = files.length > 1 ? oneAtATime : isTooLarge(file) ? tooLarge(file) : null
    setRefusal(refused)
    if (!refused) upload.mutate({ file, ...form })
  }
  useDroppedFiles(setOver, send)
  const choose = () => input.current?.click()

  return (
    <section className="caption-upload" aria-label={title}>
      <fieldset className="caption-upload__zone" aria-label={texts.upload.drop} data-over={isOver ? '' : undefined}>
        <Icon name={listens ? 'file' : 'captions'} />
        <div className="caption-upload__words">
          <p className="caption-upload__title">{isOver ? texts.upload.drop : title}</p>
          <p>
            <span className="caption-upload__drop">{texts.upload.dropHere}</span>
            {listens ? texts.upload.hintWithSound : texts.upload.hint}
          </p>
          <p className="caption-upload__types">
            {texts.upload.types}
            {listens && ` · ${texts.upload.soundTypes}`}
          </p>
          {focus && <p className="caption-upload__focus">{texts.focus.ofUpload(focus)}</p>}
        </div>
        <Button isSmall icon="upload" isBusy={upload.isPending} disabled={isSpent} onClick={choose}>
          {upload.isPending ? texts.upload.sending : texts.upload.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={offeredTypes(listens)}
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

/** Takes files wherever in the window they are dropped: beside the zone the browser would open them in place of the app. */
function useDroppedFiles(onOver: (isOver: boolean) => void, onFiles: (files: FileList) => void) {
  const follow = useEffectEvent((event: DragEvent) => {
    const { type, dataTransfer, relatedTarget } = event
    if (!dataTransfer || !holdsFiles(dataTransfer)) return
    event.preventDefault()
    // Every element on their way tells that they leave it; out of the window they come to no other.
    if (type !== 'dragleave' || !relatedTarget) onOver(type === 'dragover')
    if (type === 'drop') onFiles(dataTransfer.files)
  })
  useEffect(() => {
    const events = ['dragover', 'dragleave', 'drop'] as const
    for (const name of events) addEventListener(name, follow)
    return () => {
      for (const name of events) removeEventListener(name, follow)
    }
  }, [])
}

/** Of the device: a picture that is dragged out of a page counts as a file too, and brings its HTML along. */
const holdsFiles = ({ types }: DataTransfer) => types.includes('Files') && !types.includes('text/html')
