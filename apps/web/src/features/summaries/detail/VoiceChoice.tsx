import { SelectField } from '../../../ui/SelectField.tsx'
import { useVoices } from '../../player/useVoices.ts'
import { useChangeVoice } from './queries.ts'
import { ReadByLine } from './ReadByLine.tsx'
import { texts } from './texts.ts'

/** Select to change the voice of a summary. Shows the current voice while the voices load. */
export default function VoiceChoice({ id, name, onEnd }: { id: number; name: string; onEnd(): void }) {
  const voices = useVoices({ isEnabled: true })
  const change = useChangeVoice(id)
  if (!voices.data) {
    const { isFetching, isError, refetch } = voices
    return <ReadByLine name={name} isBusy={isFetching} isFailed={isError} onChange={() => void refetch()} />
  }
  const current = voices.data.find(voice => voice.name === name)
  const options = voices.data.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="read-by__choice">
      <SelectField
        label={texts.voice}
        autoFocus
        options={current ? options : [{ value: '', label: name }, ...options]}
        value={change.variables ?? current?.id ?? ''}
        onChange={({ target }) => target.value && change.mutate(target.value, { onSettled: onEnd })}
      />
    </div>
  )
}
