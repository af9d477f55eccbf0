import type { Settings } from '@recaps/contract'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import {
  type DevicePush,
  type PushTopic,
  useDevicePush,
  useDisablePush,
  useEnablePush,
  usePushTopic,
  useTestPush,
} from './queries.ts'
import { texts } from './texts.ts'
import './push-card.css'

const topics = [
  ['digest', texts.digest, texts.digestHint],
  ['ready', texts.ready, texts.readyHint],
] as const satisfies readonly [PushTopic, string, string][]

/** Settings card for push notifications on this device. */
export function PushCard({ settings }: { settings: Settings }) {
  const here = useDevicePush()
  return (
    <Card title={texts.title}>
      {here.isPending && (
        <Skeleton label={texts.loading}>
          <Bone height="3rem" />
        </Skeleton>
      )}
      {here.isError && (
        <div className="push-card__line">
          <p className="push-card__words">{texts.failed}</p>
          <Button isSmall onClick={() => here.refetch()}>
            {texts.retry}
          </Button>
        </div>
      )}
      {here.data && <DeviceSwitch here={here.data} settings={settings} />}
    </Card>
  )
}

function DeviceSwitch({ here, settings }: { here: DevicePush; settings: Settings }) {
  const allow = useEnablePush()
  const forget = useDisablePush()
  if (here.state !== 'on' && here.state !== 'off') {
    return <p className="push-card__words">{texts.obstacles[here.state]}</p>
  }
  const toggle = (isOn: boolean) => (isOn ? allow.mutate() : here.state === 'on' && forget.mutate(here.token))
  return (
    <div className="settings__rows">
      <Switch label={texts.thisDevice} hint={texts.thisDeviceHint} isOn={here.state === 'on'} onToggle={toggle} />
      {here.state === 'on' && <Topics here={here} settings={settings} />}
    </div>
  )
}

function Topics({ here, settings }: { here: DevicePush & { state: 'on' }; settings: Settings }) {
  const topic = usePushTopic(here, settings)
  const test = useTestPush()
  return (
    <>
      {topics.map(([name, label, hint]) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          isOn={settings.push[name] && here.topics.includes(name)}
          onToggle={isOn => topic.mutate({ topic: name, isOn })}
        />
      ))}
      <div className="push-card__line">
        <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
      </div>
    </>
  )
}
