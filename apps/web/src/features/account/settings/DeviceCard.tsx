import { playbackSpeeds } from '@recaps/domain/playback'
import { useState } from 'react'
import { useDevice, useThemeChoice } from '../../../device/DeviceContext.tsx'
import { isPhone } from '../../../device/is-phone.ts'
import { areSingleKeysOn, setSingleKeysOn } from '../../../device/single-key-shortcuts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx'
import { texts } from './texts.ts'

const deviceTexts = texts.device
const speeds = playbackSpeeds.map(speed => ({ value: String(speed), label: `${speed}x` }))

/** Settings that are stored on this device only. */
export function DeviceCard() {
  const [theme, choose] = useThemeChoice()
  return (
    <Card title={deviceTexts.title}>
      <div className="account__form">
        <Choice
          label={deviceTexts.theme}
          options={[
            { value: 'system', label: deviceTexts.themes.system },
            { value: 'light', label: deviceTexts.themes.light },
            { value: 'dark', label: deviceTexts.themes.dark },
          ]}
          value={theme}
          onChoose={choose}
        />
        <PlaybackSettings />
        {!isPhone && <ShortcutsSwitch />}
      </div>
    </Card>
  )
}

function PlaybackSettings() {
  const player = usePlayer()
  const speed = usePlayerState(state => state.speed)
  const playsOn = usePlayerState(state => state.autoplay)
  return (
    <>
      <SelectField
        label={deviceTexts.speed}
        options={speeds}
        value={String(speed)}
        onChange={({ target }) => {
          const chosen = playbackSpeeds.find(known => String(known) === target.value)
          if (chosen) player.setSpeed(chosen)
        }}
      />
      <Switch
        label={deviceTexts.autoplay}
        hint={deviceTexts.autoplayHint}
        isOn={playsOn}
        onToggle={player.setAutoplay}
      />
    </>
  )
}

function ShortcutsSwitch() {
  const { storage } = useDevice()
  const [isOn, setOn] = useState(() => areSingleKeysOn(storage))
  const toggle = (next: boolean) => {
    setSingleKeysOn(storage, next)
    setOn(next)
  }
  return <Switch label={deviceTexts.keys} hint={deviceTexts.keysHint} isOn={isOn} onToggle={toggle} />
}
