import { useEffect, useState } from 'react'
import { applyUpdate, watchForUpdate } from '../../device/worker-updates.ts'
import { usePlayerState } from '../../features/player/PlayerContext.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { texts } from '../texts.ts'

/** Offers a new version. Nothing reloads until the user clicks the button. */
export default function UpdateBanner() {
  const [isReady, setReady] = useState(false)
  const [isUpdating, setUpdating] = useState(false)
  const isPlaying = usePlayerState(state => state.isPlaying)
  useEffect(() => watchForUpdate(() => setReady(true)), [])
  if (!isReady) return null
  const update = () => {
    setUpdating(true)
    void applyUpdate()
  }
  return (
    <Banner
      tone="info"
      action={
        <Button isSmall isBusy={isUpdating} onClick={update}>
          {texts.reload}
        </Button>
      }
    >
      {isPlaying ? texts.newVersionPlaying : texts.newVersion}
    </Banner>
  )
}
