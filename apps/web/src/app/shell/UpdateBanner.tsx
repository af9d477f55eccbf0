import { useEffect, useState } from 'react'
import { takeUpdate, watchForUpdate } from '../../device/worker-updates.ts'
import { usePlayerState } from '../../features/player/PlayerContext.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { texts } from '../texts.ts'

/** Says that a new version is there. Nothing is loaded anew unless its user asks for it. */
export default function UpdateBanner() {
  const [isReady, setReady] = useState(false)
  const [isTaking, setTaking] = useState(false)
  const isPlaying = usePlayerState(state => state.isPlaying)
  useEffect(() => watchForUpdate(() => setReady(true)), [])
  if (!isReady) return null
  const take = () => {
    setTaking(true)
    void takeUpdate()
  }
  return (
    <Banner
      tone="info"
      action={
        <Button isSmall isBusy={isTaking} onClick={take}>
          {texts.reload}
        </Button>
      }
    >
      {isPlaying ? texts.newVersionPlaying : texts.newVersion}
    </Banner>
  )
}
