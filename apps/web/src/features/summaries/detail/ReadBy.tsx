import type { Summary } from '@recaps/contract'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { useVoices } from '../../player/voices.ts'
import { useChangeVoice } from '../queries.ts'
import { texts } from './texts.ts'

/** Whose voice it is, and, on one's own, another in its place. */
export function ReadBy({ summary }: { summary: Summary }) {
  const { id, readBy, access } = summary
  const [isChanging, setChanging] = useState(false)
  const voices = useVoices({ isWanted: isChanging })
  const change = useChangeVoice(id)
  if (!readBy) return null
  if (isChanging && voices.data) {
    const current = voices.data.find(({ name }) => name === readBy)
    const options = voices.data.map(({ id, name }) => ({ value: id, label: name }))
    return (
      <div className="read-by__choice">
        <SelectField
          label={texts.voice}
          autoFocus
          options={current ? options : [{ value: '', label: readBy }, ...options]}
          value={change.variables ?? current?.id ?? ''}
          onChange={({ target }) =>
            target.value && change.mutate(target.value, { onSettled: () => setChanging(false) })
          }
        />
      </div>
    )
  }
  const open = () => {
    setChanging(true)
    if (voices.isError) void voices.refetch()
  }
  return (
    <p className="read-by">
      {texts.readBy(readBy)}
      {access === 'own' && (
        <Button
          kind="quiet"
          isSmall
          aria-label={texts.changeVoice}
          isBusy={isChanging && voices.isFetching}
          onClick={open}
        >
          {texts.change}
        </Button>
      )}
      {voices.isError && <span role="alert">{texts.noVoices}</span>}
    </p>
  )
}
