import type { Summary } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { ReadByLine } from './ReadByLine.tsx'

const VoiceChoice = lazy(() => import('./VoiceChoice.tsx'))

/** Name of the voice. Owners can change it. */
export function ReadBy({ summary: { id, readBy, access } }: { summary: Summary }) {
  const [isChanging, setChanging] = useState(false)
  if (!readBy) return null
  if (!isChanging) return <ReadByLine name={readBy} onChange={access === 'own' ? () => setChanging(true) : undefined} />
  return (
    <Suspense fallback={<ReadByLine name={readBy} isBusy onChange={() => {}} />}>
      <VoiceChoice id={id} name={readBy} onEnd={() => setChanging(false)} />
    </Suspense>
  )
}
