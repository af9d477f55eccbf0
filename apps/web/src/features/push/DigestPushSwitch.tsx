import type { Settings } from '@recaps/contract'
import { Switch } from '../../ui/Switch.tsx'
import { type DevicePush, useDevicePush, useEnablePush, usePushTopic } from './queries.ts'
import { texts } from './texts.ts'
import './push-card.css'

/** Switch for push notifications about digests on this device. The first time, the browser asks for permission. */
export function DigestPushSwitch({ label, hint, settings }: { label: string; hint: string; settings: Settings }) {
  const { data: here } = useDevicePush()
  const allow = useEnablePush()
  if (here?.state === 'on') return <TopicSwitch label={label} hint={hint} here={here} settings={settings} />
  const obstacle = here && here.state !== 'off' ? texts.obstacles[here.state] : null
  if (obstacle) return <p className="push-card__words">{`${label}: ${obstacle}`}</p>
  return <Switch label={label} hint={hint} isOn={allow.isPending} onToggle={() => allow.mutate()} />
}

interface Props {
  label: string
  hint: string
  here: DevicePush & { state: 'on' }
  settings: Settings
}

function TopicSwitch({ label, hint, here, settings }: Props) {
  const topic = usePushTopic(here, settings)
  return (
    <Switch
      label={label}
      hint={hint}
      isOn={settings.push.digest && here.topics.includes('digest')}
      onToggle={isOn => topic.mutate({ topic: 'digest', isOn })}
    />
  )
}
