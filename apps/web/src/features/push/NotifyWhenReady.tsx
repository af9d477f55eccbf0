import type { Settings } from '@recaps/contract'
import { Button } from '../../ui/Button.tsx'
import { useChangeSettings, useSettings } from '../auth/settings.ts'
import { type DevicePush, useDevicePush, useEnablePush, usePushTopic } from './queries.ts'
import { texts } from './texts.ts'

/** Offers to turn on notifications about ready summaries on this device. Empty if the device cannot show any. */
export function NotifyWhenReady() {
  const { data: here } = useDevicePush()
  const { data: settings } = useSettings()
  if (!settings || !here) return null
  if (here.state === 'off') return <AllowButton settings={settings} />
  if (here.state !== 'on') return null
  const isOn = settings.push.ready && here.topics.includes('ready')
  return isOn ? <p>{texts.willNotify}</p> : <TopicButton here={here} settings={settings} />
}

/** Asks for permission, and also turns the topic on for the account if it was off there. */
function AllowButton({ settings }: { settings: Settings }) {
  const allow = useEnablePush()
  const { mutate: changeSettings } = useChangeSettings()
  const turnOn = async () => {
    const { state } = await allow.mutateAsync()
    if (state === 'on' && !settings.push.ready) changeSettings({ push: { ready: true } })
  }
  // `useEnablePush` already shows errors.
  return <NotifyButton isBusy={allow.isPending} onPress={() => void turnOn().catch(() => {})} />
}

function TopicButton({ here, settings }: { here: DevicePush & { state: 'on' }; settings: Settings }) {
  const topic = usePushTopic(here, settings)
  return <NotifyButton isBusy={topic.isPending} onPress={() => topic.mutate({ topic: 'ready', isOn: true })} />
}

const NotifyButton = ({ isBusy, onPress }: { isBusy: boolean; onPress(): void }) => (
  <Button isSmall icon="bell" isBusy={isBusy} onClick={onPress}>
    {texts.notifyWhenReady}
  </Button>
)
