import { playbackSpeeds } from '@recaps/domain/playback'
import { useState } from 'react'
import { useDevice, useThemeChoice } from '../../../device/DeviceContext.tsx'
import { isPhone } from '../../../device/is-phone.ts'
import { areKeysOn, setKeysOn } from '../../../device/single-keys.ts'
import { Card } from '../../../ui/Card.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx'
import { texts } from './texts.ts'

const words = texts.device
const speeds = playbackSpeeds.map(speed => ({ value: String(speed), label: `${speed}x` }))

/** What holds on this device alone. */
export function DeviceCard() {
  const [theme, choose] = useThemeChoice()
  return (
    <Card title={words.title}>
      <div className="account__form">
        <Choice
          label={words.theme}
          options={[
            { value: 'system', label: words.themes.system },
            { value: 'light', label: words.themes.light },
            { value: 'dark', label: words.themes.dark },
          ]}
          value={theme}
          onChoose={choose}
        />
        <Listening />
        {!isPhone && <Keys />}
      </div>
    </Card>
  )
}

function Listening() {
  const player = usePlayer()
  const speed = usePlayerState(state => state.speed)
  const playsOn = usePlayerState(state => state.playsOn)
  return (
    <>
      <SelectField
        label={words.speed}
        options={speeds}
        value={String(speed)}
        onChange={({ target }) => {
          const chosen = playbackSpeeds.find(known => String(known) === target.value)
          if (chosen) player.setSpeed(chosen)
        }}
      />
      <Switch label={words.playsOn} hint={words.playsOnHint} isOn={playsOn} onToggle={player.setPlaysOn} />
    </>
  )
}

function Keys() {
  const { storage } = useDevice()
  const [isOn, setOn] = useState(() => areKeysOn(storage))
  const toggle = (next: boolean) => {
    setKeysOn(storage, next)
    setOn(next)
  }
  return <Switch label={words.keys} hint={words.keysHint} isOn={isOn} onToggle={toggle} />
}
