import type { VoiceResponse } from '@recaps/contract'
import { useId } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useVoices } from '../../player/useVoices.ts'
import { texts } from './texts.ts'
import { type PreviewState, useVoicePreview } from './useVoicePreview.ts'
import './voice-picker.css'

const voiceTexts = texts.voices

interface Props {
  /** Voice id, or null for the default voice. */
  chosen: string | null
  onChoose(id: string): void
}

/** Radio buttons for the available voices, each with a preview. */
export function VoicePicker({ chosen, onChoose }: Props) {
  const voices = useVoices()
  const preview = useVoicePreview()
  const name = useId()
  const current = voices.data?.find(({ id, isDefault }) => (chosen === null ? isDefault : id === chosen))
  return (
    <fieldset className="voices" aria-describedby={`${name}-hint`}>
      <legend className="field__label">{voiceTexts.label}</legend>
      {voices.isPending && <VoicesSkeleton />}
      {voices.isError && (
        <p className="voices__failed" role="alert">
          {voiceTexts.failed}
          <Button kind="quiet" isSmall icon="retry" isBusy={voices.isFetching} onClick={() => voices.refetch()}>
            {voiceTexts.retry}
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
              isChosen={voice === current}
              listening={preview.of(voice.id)}
              onChoose={() => onChoose(voice.id)}
              onListen={() => preview.toggle(voice)}
            />
          ))}
        </div>
      )}
      <p className="field__hint" id={`${name}-hint`}>
        {voiceTexts.hint}
      </p>
    </fieldset>
  )
}

interface RowProps {
  voice: VoiceResponse
  /** `name` attribute shared by the radio buttons. */
  group: string
  isChosen: boolean
  listening: PreviewState
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
          {voice.isDefault && <span className="voices__default">{voiceTexts.isDefault}</span>}
        </span>
      </label>
      <Button
        kind="quiet"
        isSmall
        {...(listening === 'loading' ? {} : { icon: isOn ? 'stop' : 'play' })}
        aria-label={isOn ? voiceTexts.stopOf(voice.name) : voiceTexts.listenTo(voice.name)}
        aria-busy={listening === 'loading'}
        onClick={onListen}
      >
        {listening === 'loading' && <span className="spinner voices__spinner" aria-hidden="true" />}
        {isOn ? voiceTexts.stop : voiceTexts.listen}
      </Button>
      {listening === 'failed' && (
        <p className="field__error voices__error" role="alert">
          {voiceTexts.previewFailed}
        </p>
      )}
    </div>
  )
}

const VoicesSkeleton = () => (
  <Skeleton label={voiceTexts.loading}>
    <div className="voices__bones">
      <Bone height="3.25rem" />
      <Bone height="3.25rem" />
    </div>
  </Skeleton>
)
