import type { VoiceResponse } from '@recaps/contract'
import { useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useVoices } from '../../player/voices.ts'
import { texts } from './texts.ts'
import { type Listening, useVoicePreview } from './useVoicePreview.ts'
import './voice-picker.css'

const words = texts.voices

interface Props {
  /** Null: the default one. */
  chosen: string | null
  onChoose(id: string): void
}

/** One voice of those that are there; each can be heard before it is chosen. */
export function VoicePicker({ chosen, onChoose }: Props) {
  const voices = useVoices()
  const preview = useVoicePreview()
  const name = useId()
  const reading = voices.data?.find(({ id, isDefault }) => (chosen === null ? isDefault : id === chosen))
  return (
    <fieldset className="voices" aria-describedby={`${name}-hint`}>
      <legend className="field__label">{words.label}</legend>
      {voices.isPending && <VoicesSkeleton />}
      {voices.isError && (
        <p className="voices__failed" role="alert">
          {words.failed}
          <Button kind="quiet" isSmall icon="retry" isBusy={voices.isFetching} onClick={() => voices.refetch()}>
            {words.retry}
          </Button>
        </p>
      )}
      {voices.data && (
        <div className="voices__list">
          {voices.data.map(voice => (
            <VoiceRow
              key={voice.id}
              voice={voice}
              group={name}
              isChosen={voice === reading}
              listening={preview.of(voice.id)}
              onChoose={() => onChoose(voice.id)}
              onListen={() => preview.toggle(voice)}
            />
          ))}
        </div>
      )}
      <p className="field__hint" id={`${name}-hint`}>
        {words.hint}
      </p>
    </fieldset>
  )
}

interface RowProps {
  voice: VoiceResponse
  /** Name that the radio buttons share. */
  group: string
  isChosen: boolean
  listening: Listening
  onChoose(): void
  onListen(): void
}

function VoiceRow({ voice, group, isChosen, listening, onChoose, onListen }: RowProps) {
  const isOn = listening === 'loading' || listening === 'playing'
  return (
    <div className="voices__row">
      <label className="voices__choice">
        <input type="radio" name={group} value={voice.id} checked={isChosen} onChange={onChoose} />
        <span className="voices__words">
          <span className="voices__name">{voice.name}</span>
          {voice.isDefault && <span className="voices__default">{words.isDefault}</span>}
        </span>
      </label>
      <Button
        kind="quiet"
        isSmall
        {...(listening === 'loading' ? {} : { icon: isOn ? 'stop' : 'play' })}
        aria-label={isOn ? words.stopOf(voice.name) : words.listenTo(voice.name)}
        aria-busy={listening === 'loading'}
        onClick={onListen}
      >
        {listening === 'loading' && <span className="spinner voices__spinner" aria-hidden="true" />}
        {isOn ? words.stop : words.listen}
      </Button>
      {listening === 'failed' && (
        <p className="field__error voices__error" role="alert">
          {words.notHeard}
        </p>
      )}
    </div>
  )
}

const VoicesSkeleton = () => (
  <Skeleton label={words.loading}>
    <div className="voices__bones">
      <Bone height="3.25rem" />
      <Bone height="3.25rem" />
    </div>
  </Skeleton>
)
