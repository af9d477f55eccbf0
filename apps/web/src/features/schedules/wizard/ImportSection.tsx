import type { VideoChannel } from '@recaps/contract'
import { useRef, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { useImportChannels } from '../queries.ts'
import { ImportedChannels } from './ImportedChannels.tsx'
import type { Room } from './room.ts'
import { texts } from './texts.ts'

const words = texts.import
/** As the contract has it, in characters; a file of so many bytes never has more. */
const largestList = 400_000

interface Props {
  chosen: readonly VideoChannel[]
  room: Room | null
  onAdd(channels: readonly VideoChannel[]): void
}

/** Takes the channels out of what other programs know of them: a file, or lines that are pasted. */
export function ImportSection({ chosen, room, onAdd }: Props) {
  const read = useImportChannels()
  const file = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState<string | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)

  const readFile = async (chosenFile: File | undefined) => {
    if (!chosenFile) return
    setTooLarge(chosenFile.size > largestList)
    if (chosenFile.size <= largestList) read.mutate(await chosenFile.text())
  }
  const close = () => {
    read.reset()
    setPasted(null)
  }
  return (
    <section className="import" aria-labelledby="import">
      <h2 className="wizard__heading" id="import">
        {words.title}
      </h2>
      <p className="wizard__hint">{words.hint}</p>
      {!read.data && (
        <div className="import__ways">
          <Button
            isSmall
            icon="upload"
            isBusy={read.isPending && pasted === null}
            onClick={() => file.current?.click()}
          >
            {words.choose}
          </Button>
          {pasted === null && (
            <Button isSmall icon="paste" onClick={() => setPasted('')}>
              {words.paste}
            </Button>
          )}
          <input
            ref={file}
            type="file"
            hidden
            accept=".opml,.xml,.csv,.txt,text/csv,text/xml,text/plain"
            aria-label={words.choose}
            onChange={event => {
              void readFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
      )}
      {pasted !== null && !read.data && (
        <div className="import__paste">
          <TextAreaField
            label={words.label}
            value={pasted}
            maxLength={largestList}
            autoFocus
            onChange={event => setPasted(event.target.value)}
          />
          <div className="import__ways">
            <Button
              kind="primary"
              isSmall
              isBusy={read.isPending}
              disabled={pasted.trim() === ''}
              onClick={() => read.mutate(pasted)}
            >
              {words.read}
            </Button>
            <Button kind="quiet" isSmall onClick={close}>
              {words.close}
            </Button>
          </div>
        </div>
      )}
      {isTooLarge && <Banner tone="danger">{words.tooLarge}</Banner>}
      {read.isError && <Banner tone="danger">{problemOf(read.error).sentence}</Banner>}
      {read.data && (
        <ImportedChannels
          found={read.data.channels}
          unknown={read.data.unknown}
          chosen={chosen}
          room={room}
          onAdd={channels => {
            onAdd(channels)
            close()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
