import type { Summary } from '@recaps/contract'
import { type DragEvent, type RefObject, useState } from 'react'
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
  const upload = useUpload(onAsked)
  const focus = form.focus?.trim()
  const listens = useStart().data?.listens ?? false
  const title = listens ? texts.upload.titleWithSound : texts.upload.title
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const problem = refusal ?? (upload.isError ? problemOf(upload.error) : null)

  const send = (file: File | undefined) => {
    if (!file) return
    upload.reset()
    setRefusal(isTooLarge(file) ? tooLarge(file) : null)
    if (!isTooLarge(file)) upload.mutate({ file, ...form })
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    send(event.dataTransfer.files[0])
  }
  const choose = () => input.current?.click()

  return (
    <section className="caption-upload" aria-label={title}>
      <fieldset
        className="caption-upload__zone"
        aria-label={texts.upload.drop}
        data-over={isOver ? '' : undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
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
            send(event.target.files?.[0])
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
              onRetry={() => upload.variables && upload.mutate({ ...upload.variables, ...form })}
            />
          }
        >
          {problem.sentence}
        </Banner>
      )}
    </section>
  )
}
