import type { Settings } from '@recaps/contract'
import { Switch } from '../../ui/Switch.tsx'
import { type PushHere, useAllowPush, usePushHere, useTopic } from './queries.ts'
import { texts } from './texts.ts'
import './push-card.css'

/** Whether digests come to this device as push messages; turned on for the first time, the browser asks its user. */
export function DigestPush({ label, hint, settings }: { label: string; hint: string; settings: Settings }) {
  const { data: here } = usePushHere()
  const allow = useAllowPush()
  if (here?.state === 'on') return <Chosen label={label} hint={hint} here={here} settings={settings} />
  const obstacle = here && here.state !== 'off' ? texts.obstacles[here.state] : null
  if (obstacle) return <p className="push-card__words">{`${label}: ${obstacle}`}</p>
  return <Switch label={label} hint={hint} isOn={allow.isPending} onToggle={() => allow.mutate()} />
}

interface Props {
  label: string
  hint: string
  here: PushHere & { state: 'on' }
  settings: Settings
}

function Chosen({ label, hint, here, settings }: Props) {
  const topic = useTopic(here, settings)
  return (
    <Switch
      label={label}
      hint={hint}
      isOn={settings.push.digest && here.topics.includes('digest')}
      onToggle={isOn => topic.mutate({ topic: 'digest', isOn })}
    />
  )
}
