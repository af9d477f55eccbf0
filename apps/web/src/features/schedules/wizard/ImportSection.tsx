import type { VideoChannel } from '@recaps/contract'
import { useRef } from 'react'
import { toProblem } from '../../../api/problem.ts'
import { withUnknownTypes } from '../../../device/file-input-types.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import type { ChannelLimit } from './channel-limit.ts'
import { ImportedChannels } from './ImportedChannels.tsx'
import { importAnchor } from './paths.ts'
import { texts } from './texts.ts'
import { type ChannelImport, maxListLength } from './useChannelImport.ts'
import { useHashTarget } from './useHashTarget.ts'

const importTexts = texts.import
const acceptedTypes = withUnknownTypes('.opml,.xml,.csv,.json,.db,.txt,text/csv,text/xml,text/plain,application/json')

interface Props {
  list: ChannelImport
  chosen: readonly VideoChannel[]
  channelLimit: ChannelLimit | null
  onAdd(channels: readonly VideoChannel[]): void
}

/** Imports channels from a file of another app or from pasted lines. */
export function ImportSection({ list, chosen, channelLimit, onAdd }: Props) {
  const { found, error, isReading, pasted } = list
  const file = useRef<HTMLInputElement>(null)
  const [heading] = useHashTarget<HTMLHeadingElement>(importAnchor)
  return (
    <section className="import" aria-labelledby={importAnchor}>
      <h2 className="wizard__heading" id={importAnchor} ref={heading} tabIndex={-1}>
        {importTexts.title}
      </h2>
      <p className="wizard__hint">{importTexts.hint}</p>
      {!found && (
        <div className="import__ways">
          <Button isSmall icon="upload" isBusy={isReading && pasted === null} onClick={() => file.current?.click()}>
            {importTexts.choose}
          </Button>
          {pasted === null && (
            <Button isSmall icon="paste" onClick={() => list.setPasted('')}>
              {importTexts.paste}
            </Button>
          )}
          <input
            ref={file}
            type="file"
            hidden
            accept={acceptedTypes}
            aria-label={importTexts.choose}
            onChange={event => {
              const [chosenFile] = event.target.files ?? []
              if (chosenFile) list.readFile(chosenFile)
              event.target.value = ''
            }}
          />
        </div>
      )}
      {pasted !== null && !found && (
        <div className="import__paste">
          <TextAreaField
            label={importTexts.label}
            value={pasted}
            maxLength={maxListLength}
            autoFocus
            onChange={event => list.setPasted(event.target.value)}
          />
          <div className="import__ways">
            <Button
              kind="primary"
              isSmall
              isBusy={isReading}
              disabled={pasted.trim() === ''}
              onClick={() => list.readPasted(pasted)}
            >
              {importTexts.read}
            </Button>
            <Button kind="quiet" isSmall onClick={list.close}>
              {importTexts.close}
            </Button>
          </div>
        </div>
      )}
      {list.fault && <Banner tone="danger">{importTexts[list.fault]}</Banner>}
      {error && <Banner tone="danger">{toProblem(error).sentence}</Banner>}
      {found && (
        <ImportedChannels
          found={found.channels}
          unknown={found.unknown}
          chosen={chosen}
          channelLimit={channelLimit}
          onAdd={channels => {
            onAdd(channels)
            list.close()
          }}
          onClose={list.close}
        />
      )}
    </section>
  )
}
